import type { Address, Hex } from 'viem';
import { encodeFunctionData, formatUnits, isAddressEqual, maxUint256, parseAbi } from 'viem';
import { parseAddress } from '#shared/address.ts';
import { parseAmount } from '#shared/amount.ts';
import type { ChainSettings, Installation, TokenSettings } from '../../boot/installation.ts';
import { addressOn, decimalsOn } from '../../boot/parseTokens.ts';
import { UsageError } from '../commands/command.ts';
import { SetupRefused } from './conversation.ts';
import { capOf, describeCap } from './deployChain.ts';

/** The functions of a vault that its owner and guardian use. */
export const vaultControlAbi = parseAbi([
  'function owner() view returns (address)',
  'function guardian() view returns (address)',
  'function delay() view returns (uint256)',
  'function readyAt(bytes action) view returns (uint256)',
  'function approvedUntil(bytes action) view returns (uint256)',
  'function schedule(bytes action)',
  'function execute(bytes action)',
  'function cancel(bytes action)',
  'function approve(bytes action)',
  'function cancelAll()',
  'function setCap(address token, uint112 perPayment, uint112 perWindow)',
  'function lowerCap(address token, uint112 perPayment, uint112 perWindow)',
  'function withdraw(address token, address to, uint256 amount)',
  'function addPayer(address payer)',
  'function removePayer(address payer)',
  'function setGuardian(address guardian)',
  'function setOwner(address owner)',
  'function pause()',
  'function unpause()',
]);

/** An action that the owner announces, and executes after the delay. */
type Announced = {
  readonly kind: 'announced';
  readonly name: 'setCap' | 'withdraw' | 'addPayer' | 'setGuardian' | 'setOwner';
  readonly data: Hex;
  readonly text: string;
  /** The account that executes, if it is not the owner. */
  readonly executor?: Address;
};

/** An action that takes effect at once. */
type Immediate = {
  readonly kind: 'immediate';
  readonly by: 'owner' | 'guardian' | 'either';
  readonly data: Hex;
  readonly text: string;
};

/** An action that is not needed. */
type Needless = { readonly kind: 'needless'; readonly text: string };

export type VaultAction = Announced | Immediate | Needless;

/** What all endpoints say about a vault; null if they don't agree or none answers. */
export type VaultState = {
  readonly owner: Address | null;
  readonly guardian: Address | null;
  readonly delaySeconds: bigint | null;
  readonly isPaused: boolean | null;
  isPayer(account: Address): Promise<boolean | null>;
  capOf(token: Address): Promise<{ readonly perPayment: bigint; readonly perWindow: bigint } | null>;
};

/** A vault, and what the file says about its chain. */
export type VaultPlace = {
  readonly file: Installation;
  readonly chain: ChainSettings;
  readonly vault: Address;
  readonly state: VaultState;
};

const UNKNOWN =
  'the endpoints do not agree about the vault, or none answers. Run the command again, or change the provider.';

type Build = (place: VaultPlace, args: readonly string[]) => Promise<VaultAction>;

function requireToken({ file, chain }: VaultPlace, name: string): { token: TokenSettings; address: Address } {
  const token = file.tokens.find((candidate) => candidate.name === name);
  const address = token && addressOn(token, chain);
  if (token && address !== undefined) return { token, address };
  throw new SetupRefused(`The file has no token "${name}" on ${chain.name}.`);
}

function requireAccount(text: string): Address {
  const account = parseAddress(text);
  if (account) return account;
  throw new UsageError(`An account must be 0x and 40 hex digits with a valid checksum; got "${text}".`);
}

const setCap: Build = async (place, [name = '']) => {
  const { token, address } = requireToken(place, name);
  const cap = capOf(place.file, place.chain, token);
  if (!cap)
    throw new SetupRefused(`${name} has no "transfers" and "perDay" for ${place.chain.name}. Write them first.`);
  const { perPayment, perWindow } = cap;
  const current = await place.state.capOf(address);
  if (!current) throw new SetupRefused(`${place.chain.name}: ${UNKNOWN}`);
  const [one, all] = [perPayment - current.perPayment, perWindow - current.perWindow];
  if (one === 0n && all === 0n) return { kind: 'needless', text: `the cap is ${describeCap(cap)} already` };
  const isLower = one <= 0n && all <= 0n;
  const functionName = isLower ? 'lowerCap' : 'setCap';
  const data = encodeFunctionData({ abi: vaultControlAbi, functionName, args: [address, perPayment, perWindow] });
  const { decimals } = cap;
  const was = `${formatUnits(current.perPayment, decimals)} and ${formatUnits(current.perWindow, decimals)}`;
  const text = `let payers take ${describeCap(cap)}, not ${was}`;
  return isLower ? { kind: 'immediate', by: 'owner', data, text } : { kind: 'announced', name: 'setCap', data, text };
};

const addPayer: Build = async ({ file, state }, [text]) => {
  const payer = text === undefined ? file.hotWallet : requireAccount(text);
  if (payer === undefined) throw new SetupRefused('hotWallet is missing. Name the payer, or run "causeway init".');
  if (file.formerHotWallets.some((former) => isAddressEqual(former, payer))) {
    throw new SetupRefused(`${payer} is in formerHotWallets: a former hot wallet must not pay again.`);
  }
  if (await state.isPayer(payer)) return { kind: 'needless', text: `${payer} is a payer already` };
  const data = encodeFunctionData({ abi: vaultControlAbi, functionName: 'addPayer', args: [payer] });
  return { kind: 'announced', name: 'addPayer', data, text: `let ${payer} pay` };
};

const removePayer: Build = async ({ state }, [text = '']) => {
  const payer = requireAccount(text);
  if ((await state.isPayer(payer)) === false) return { kind: 'needless', text: `${payer} is not a payer` };
  const data = encodeFunctionData({ abi: vaultControlAbi, functionName: 'removePayer', args: [payer] });
  return {
    ...{ kind: 'immediate', by: 'owner', data },
    text: `take the right to pay from ${payer}, for ever: this account can never be a payer of this vault again`,
  };
};

const pause: Build = async ({ state }) => {
  if (state.isPaused) return { kind: 'needless', text: 'the vault is paused already' };
  const data = encodeFunctionData({ abi: vaultControlAbi, functionName: 'pause' });
  return { kind: 'immediate', by: 'either', data, text: 'stop every payment and every action of the owner' };
};

const unpause: Build = async ({ state }) => {
  if (state.isPaused === false) return { kind: 'needless', text: 'the vault is not paused' };
  const data = encodeFunctionData({ abi: vaultControlAbi, functionName: 'unpause' });
  return { kind: 'immediate', by: 'owner', data, text: 'let payers pay again' };
};

const cancelAll: Build = async () => {
  const data = encodeFunctionData({ abi: vaultControlAbi, functionName: 'cancelAll' });
  const text = 'take back every action that the owner has scheduled, but the replacement of the guardian';
  return { kind: 'immediate', by: 'guardian', data, text };
};

const withdraw: Build = async (place, [name = '', amountText = '', recipientText = '']) => {
  const { token, address } = requireToken(place, name);
  const recipient = requireAccount(recipientText);
  const parsed = parseAmount(amountText, decimalsOn(token, place.chain));
  if (amountText !== 'all' && (!parsed.ok || parsed.amount === 0n)) {
    throw new UsageError(`The amount must be a number of ${name} or "all"; got "${amountText}".`);
  }
  const amount = parsed.ok ? parsed.amount : maxUint256;
  const data = encodeFunctionData({
    abi: vaultControlAbi,
    functionName: 'withdraw',
    args: [address, recipient, amount],
  });
  return { kind: 'announced', name: 'withdraw', data, text: `send ${amountText} ${name} to ${recipient}` };
};

const setGuardian: Build = async (_, [text = '']) => {
  const guardian = requireAccount(text);
  const data = encodeFunctionData({ abi: vaultControlAbi, functionName: 'setGuardian', args: [guardian] });
  return { kind: 'announced', name: 'setGuardian', data, text: `make ${guardian} the guardian, after twice the delay` };
};

const setOwner: Build = async (_, [text = '']) => {
  const owner = requireAccount(text);
  const data = encodeFunctionData({ abi: vaultControlAbi, functionName: 'setOwner', args: [owner] });
  return { kind: 'announced', name: 'setOwner', data, text: `make ${owner} the owner`, executor: owner };
};

type ActionForm = {
  /** The arguments, as the help names them. The last one may be optional. */
  readonly args: readonly string[];
  readonly build: Build;
  /** Whether it concerns the retired vaults too. */
  readonly isForRetired?: true;
};

/** In the order of the help text. */
export const ACTIONS: Readonly<Record<string, ActionForm>> = {
  setCap: { args: ['<token>'], build: setCap },
  addPayer: { args: ['[address]'], build: addPayer },
  removePayer: { args: ['<address>'], build: removePayer, isForRetired: true },
  pause: { args: [], build: pause, isForRetired: true },
  unpause: { args: [], build: unpause, isForRetired: true },
  withdraw: { args: ['<token>', '<amount|all>', '<address>'], build: withdraw },
  setGuardian: { args: ['<address>'], build: setGuardian },
  setOwner: { args: ['<address>'], build: setOwner },
  cancelAll: { args: [], build: cancelAll, isForRetired: true },
};

/** What happens to an announced action. */
export const STAGES = ['schedule', 'execute', 'cancel', 'approve'] as const;
export type Stage = (typeof STAGES)[number];

/** A call that the owner or the guardian makes, without native value. */
export type ControlCall = {
  readonly from: string;
  readonly data: Hex;
  readonly text: string;
  readonly next: string | null;
};

// As in the contract: an action that stays executable forever would make the delay useless in a later theft.
const EXECUTION_SECONDS = 7n * 86_400n;

/** When an announced action can be executed, and until when the guardian approves it; 0 for neither. */
export type Announcement = { readonly readyAt: bigint; readonly approvedUntil: bigint; readonly now: bigint };

/** A vault's accounts, in words. */
function describeAccounts({ owner, guardian }: VaultState): { readonly owner: string; readonly guardian: string } {
  const name = (what: string, account: Address | null) => (account === null ? what : `${what} ${account}`);
  return { owner: name('the owner', owner), guardian: name('the guardian', guardian) };
}

const toTime = (seconds: bigint) => new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z');

function encodeStage(functionName: Stage, { data, text }: Announced): Pick<ControlCall, 'data' | 'text'> {
  return {
    data: encodeFunctionData({ abi: vaultControlAbi, functionName, args: [data] }),
    text: `${functionName}: ${text}`,
  };
}

type StagedCall = { readonly action: Announced; readonly state: VaultState };

const isPending = ({ readyAt, now }: Announcement) => readyAt > 0n && now < readyAt + EXECUTION_SECONDS;
const isApproved = ({ approvedUntil, now }: Announcement) => now < approvedUntil;

function planSchedule({ action, state }: StagedCall, announcement: Announcement): ControlCall | string {
  if (isPending(announcement)) {
    return `it is scheduled already, and ready at ${toTime(announcement.readyAt)}. Execute it then: --execute`;
  }
  if (state.delaySeconds === null) return UNKNOWN;
  const delay = action.name === 'setGuardian' ? 2n * state.delaySeconds : state.delaySeconds;
  const wait = isApproved(announcement) ? 0n : delay;
  return {
    ...encodeStage('schedule', action),
    from: describeAccounts(state).owner,
    next: `ready at about ${toTime(announcement.now + wait)}: run the same command with --execute`,
  };
}

function planExecution({ action, state }: StagedCall, announcement: Announcement): ControlCall | string {
  if (!isPending(announcement)) {
    return 'it is not scheduled, or its seven days are over. Schedule it first, without --execute';
  }
  if (announcement.now < announcement.readyAt) return `it is ready at ${toTime(announcement.readyAt)}. Execute it then`;
  if (state.isPaused && action.name !== 'setGuardian' && !isApproved(announcement)) {
    return 'the vault is paused. Unpause it first, or let the guardian approve the action';
  }
  const { owner } = describeAccounts(state);
  const from = action.executor === undefined ? owner : `the new owner ${action.executor}`;
  return { ...encodeStage('execute', action), from, next: null };
}

/**
 * The call of an announced action at a stage.
 * @param announcement null where the endpoints do not agree
 * @returns a sentence where the call would fail or change nothing
 */
export function planStage(staged: StagedCall, stage: Stage, announcement: Announcement | null): ControlCall | string {
  const { action, state } = staged;
  const { owner, guardian } = describeAccounts(state);
  switch (stage) {
    // Both of these are for an emergency, in which an endpoint may be down or lie.
    case 'cancel': {
      const from = action.name === 'setGuardian' ? owner : `${guardian}, or ${owner}`;
      return { ...encodeStage(stage, action), from, next: null };
    }
    case 'approve': {
      const next = 'once the owner has scheduled it, the owner can execute it for seven days';
      return { ...encodeStage(stage, action), from: guardian, next };
    }
    case 'schedule':
      return announcement ? planSchedule(staged, announcement) : UNKNOWN;
    case 'execute':
      return announcement ? planExecution(staged, announcement) : UNKNOWN;
  }
}

/** The call of an action that takes effect at once. */
export function planImmediate({ by, data, text }: Immediate, state: VaultState): ControlCall {
  const accounts = describeAccounts(state);
  const from = by === 'either' ? `${accounts.guardian}, or ${accounts.owner}` : accounts[by];
  return { from, data, text, next: null };
}
