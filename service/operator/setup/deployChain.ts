import type { Address, Hex, PrivateKeyAccount } from 'viem';
import { encodeDeployData, formatEther, formatUnits, getContractAddress, parseUnits } from 'viem';
import { constantsOf } from '../../boot/constants.ts';
import { ofChain } from '../../boot/fields.ts';
import type { ChainSettings, Installation, TokenSettings } from '../../boot/installation.ts';
import { addressOn, decimalsOn } from '../../boot/parseTokens.ts';
import { perPayment } from '../../signer/process/policyFile.ts';
import { formatAge } from '../commands/command.ts';
import type { Contracts } from './contracts.ts';
import type { Conversation } from './conversation.ts';
import { SetupRefused } from './conversation.ts';
import type { ConnectedChain } from './endpoints.ts';
import { requireCode, requireDecimals } from './endpoints.ts';
import type { OpenInstallation } from './installationFile.ts';
import { changeInstallation, requireChain, withChain } from './installationFile.ts';
import type { Call, Sending } from './transactions.ts';
import {
  estimateCost,
  finishSending,
  forgetSending,
  readLowestBlock,
  readSending,
  sendStored,
} from './transactions.ts';

/** The most of a token that payers may take, in base units. */
export type Cap = {
  readonly token: TokenSettings;
  readonly address: Address;
  readonly decimals: number;
  readonly perPayment: bigint;
  readonly perWindow: bigint;
};

/** The cap that a vault needs for a token; null if no payment uses the token on the chain. */
export function capOf(file: Installation, chain: ChainSettings, token: TokenSettings): Cap | null {
  const address = addressOn(token, chain);
  const perDay = ofChain(token.perDay, chain.name);
  const decimals = decimalsOn(token, chain);
  const largest = perPayment(file, token, chain);
  if (address === undefined || perDay === undefined || largest === 0n) return null;
  return { token, address, decimals, perPayment: largest, perWindow: parseUnits(perDay, decimals) };
}

/** The caps of a new vault. */
function capsOf(file: Installation, chain: ChainSettings): readonly Cap[] {
  return file.tokens.flatMap((token) => capOf(file, chain, token) ?? []);
}

/** The arguments of a vault's constructor. Times are in seconds. */
type VaultArguments = {
  readonly owner: Address;
  readonly guardian: Address;
  readonly payer: Address;
  readonly delay: number;
  readonly window: number;
  readonly caps: readonly Cap[];
};

const SECONDS_IN_HOUR = 3600;

/** @throws SetupRefused if the file doesn't say who controls and uses the vault */
export function vaultArgumentsOf(file: Installation, chain: ChainSettings): VaultArguments {
  const { vaults, hotWallet: payer, formerHotWallets, lab } = file;
  const [owner, guardian] = [ofChain(vaults.owner, chain.name), ofChain(vaults.guardian, chain.name)];
  for (const [setting, account] of Object.entries({ owner, guardian })) {
    if (account === undefined) {
      throw new SetupRefused(`vaults.${setting} is missing for ${chain.name}. Write its account into the file.`);
    }
  }
  if (payer === undefined) throw new SetupRefused('hotWallet is missing. Run "causeway init", which creates its key.');
  if (owner === undefined || guardian === undefined) throw new Error(`no owner or guardian of ${chain.name}`);
  if (formerHotWallets.includes(payer)) {
    throw new SetupRefused(
      `hotWallet is ${payer}, which formerHotWallets lists. A new vault must not let a former hot wallet pay. Correct the file.`,
    );
  }
  const delay = lab.delaySeconds ?? vaults.delayHours * SECONDS_IN_HOUR;
  return { owner, guardian, payer, delay, window: constantsOf(file).windowSeconds, caps: capsOf(file, chain) };
}

function encodeVault({ CausewayVault }: Contracts, vault: VaultArguments): Hex {
  const caps = vault.caps.map(({ address, ...cap }) => ({
    ...{ token: address, perPayment: cap.perPayment, perWindow: cap.perWindow },
  }));
  const { owner, guardian, payer, delay, window } = vault;
  return encodeDeployData({
    ...CausewayVault,
    args: [owner, guardian, [payer], BigInt(delay), BigInt(window), caps],
  });
}

export function describeCap({ token, decimals, perPayment: one, perWindow }: Cap): string {
  return `${token.name} up to ${formatUnits(one, decimals)} in one payment and ${formatUnits(perWindow, decimals)} in a window`;
}

function describeVault({ owner, guardian, payer, delay, window, caps }: VaultArguments): readonly string[] {
  return [
    `    owner     ${owner}`,
    `    guardian  ${guardian}`,
    `    payer     ${payer}, the hot wallet`,
    `    delay     ${formatAge(delay * 1000)}`,
    `    window    ${formatAge(window * 1000)}`,
    ...caps.map((cap) => `    cap       ${describeCap(cap)}`),
  ];
}

const NAMES = { depositContract: 'deposit contract', vault: 'vault' } as const;
type ContractName = keyof typeof NAMES;

/** A chain's contracts whose address is missing in the file, in deployment order. */
function listMissingContracts({ depositContract, vault }: ChainSettings): readonly ContractName[] {
  return [
    ...(depositContract === undefined ? (['depositContract'] as const) : []),
    ...(vault === undefined ? (['vault'] as const) : []),
  ];
}

type DeploySetup = {
  readonly opened: OpenInstallation;
  readonly connected: ConnectedChain;
  readonly account: PrivateKeyAccount;
  readonly contracts: Contracts;
  readonly codeTimeoutMs: number;
  readonly conversation: Conversation;
};

type StoreSetup = Omit<DeploySetup, 'account' | 'contracts'>;

/**
 * Writes what a mined transaction has deployed into the file. The address follows from the signed transaction: a lying
 * endpoint could name another contract in its receipt.
 */
async function storeContract(
  { opened, connected, codeTimeoutMs, conversation }: StoreSetup,
  { from, nonce, hash, purpose }: Sending,
): Promise<OpenInstallation> {
  if (purpose.kind !== 'deploy') throw new Error(`${hash} deploys nothing`);
  const { contract } = purpose;
  const { name } = connected.chain;
  const address = getContractAddress({ from, nonce: BigInt(nonce) });
  await requireCode(connected, { address, timeoutMs: codeTimeoutMs });
  const startBlock = contract === 'depositContract' ? await readLowestBlock(connected, hash) : null;
  const written = await changeInstallation(opened, (file) => {
    const stored = file.chains.find((chain) => chain.name === name)?.[contract];
    if (stored !== undefined && stored !== address) {
      throw new SetupRefused(
        `${name}: the file has the ${NAMES[contract]} ${stored}, but ${address} was deployed as well. Keep one of them in the file, then delete sending.json.`,
      );
    }
    return withChain(file, name, { [contract]: address, ...(startBlock !== null && { startBlock }) });
  });
  await forgetSending(opened.folder);
  conversation.say(
    `${name}: the ${NAMES[contract]} is ${address}${startBlock === null ? '' : `, from block ${startBlock}`}. It is in ${opened.path}`,
  );
  return written;
}

type InterruptedSetup = Omit<StoreSetup, 'connected'> & {
  readonly connect: (chain: ChainSettings) => Promise<ConnectedChain>;
};

/** Finishes what an interrupted command left, on any chain. */
export async function finishInterrupted({ connect, ...setup }: InterruptedSetup): Promise<OpenInstallation> {
  const { opened, conversation } = setup;
  const sending = await readSending(opened.folder);
  if (!sending) return opened;
  const connected = await connect(requireChain(opened, sending.chain));
  conversation.say(
    `${sending.chain}: an earlier command was interrupted. Its transaction ${sending.hash} is sent again: the chain includes it only once`,
  );
  const receipt = await finishSending(connected, { folder: opened.folder, sending });
  if (!receipt) return opened;
  if (sending.purpose.kind === 'deploy') return storeContract({ ...setup, connected }, sending);
  await forgetSending(opened.folder);
  conversation.say(`${sending.chain}: ${sending.purpose.what}`);
  return opened;
}

function callOf(contracts: Contracts, contract: ContractName, vault: VaultArguments): Call {
  const data =
    contract === 'vault' ? encodeVault(contracts, vault) : encodeDeployData({ ...contracts.CausewayDeposit, args: [] });
  return { to: null, data };
}

/** Deploys what is missing on a chain, and asks before each transaction. A repeated run continues. */
export async function deployChain(setup: DeploySetup): Promise<OpenInstallation> {
  const { connected, account, contracts, codeTimeoutMs, conversation } = setup;
  const { name, nativeToken } = connected.chain;
  let { opened } = setup;
  const chain = requireChain(opened, name);
  const missing = listMissingContracts(chain);
  if (missing.length > 0) await requireDecimals(connected, opened.file);
  for (const contract of missing) {
    const vault = vaultArgumentsOf(opened.file, chain);
    const call = callOf(contracts, contract, vault);
    const balance = await connected.client.getBalance({ address: account.address });
    const cost = await estimateCost(connected, account.address, call);
    conversation.say(`${name}: the ${NAMES[contract]} is missing. ${account.address} deploys it:`);
    for (const line of contract === 'vault' ? describeVault(vault) : []) conversation.say(line);
    conversation.say(
      `    gas       about ${formatEther(cost)} ${nativeToken}, of ${formatEther(balance)} ${nativeToken}`,
    );
    await conversation.agree(`Deploy the ${NAMES[contract]} on ${name}?`);
    const purpose = { kind: 'deploy', contract } as const;
    const { sending } = await sendStored(connected, { folder: opened.folder, account, call, purpose });
    opened = await storeContract({ ...setup, opened }, sending);
  }
  const { depositContract, vault } = requireChain(opened, name);
  for (const address of [depositContract, vault]) {
    if (address !== undefined) await requireCode(connected, { address, timeoutMs: codeTimeoutMs });
  }
  if (missing.length === 0) {
    conversation.say(`${name}: no contract is missing, and every endpoint has the code of both`);
  }
  return opened;
}
