import type { Address, Hex } from 'viem';
import { decodeFunctionData, encodeFunctionData, getAddress, keccak256, parseAbi } from 'viem';
import { actionScheduledEvent } from '#shared/abi/vaultAbi.ts';
import type { ScheduledWithdrawal } from '../books/model/sweep.ts';
import { vaultsOf } from '../boot/model/catalog.ts';
import type { ChainClient } from './chainClient.ts';
import type { BlockRange } from './model/blockRange.ts';

/** What an owner's withdrawal takes, and where it goes. */
export type Withdrawal = Pick<ScheduledWithdrawal, 'token' | 'recipient' | 'amount'>;

/** A scheduled action can be executed until it is executed or cancelled, or all of the vault's actions are void. */
export type VaultNotice = { readonly vault: Address; readonly block: bigint } & (
  | {
      readonly kind: 'scheduled';
      /** The call, such as `addPayer(0x…)`. */
      readonly call: string;
      /** Null if the action moves no money. */
      readonly withdrawal: Withdrawal | null;
      readonly readyAt: Date;
      readonly expiresAt: Date;
    }
  | { readonly kind: 'ended'; readonly actionHash: Hex }
  /** The guardian cancelled everything, or the vault has another owner or guardian. No withdrawal remains. */
  | { readonly kind: 'allEnded' }
  | { readonly kind: 'payerRemoved'; readonly payer: Address; readonly at: Date }
);

const ACTIONS = parseAbi([
  'function setCap(address token, uint112 perPayment, uint112 perWindow)',
  'function withdraw(address token, address to, uint256 amount)',
  'function addPayer(address payer)',
  'function setGuardian(address guardian)',
  'function setOwner(address owner)',
]);

const OTHERS = parseAbi([
  'event ActionCancelled(bytes32 indexed actionHash)',
  'event ActionExecuted(bytes32 indexed actionHash)',
  'event AllActionsCancelled()',
  'event OwnerSet(address indexed owner)',
  'event GuardianSet(address indexed guardian)',
  'event PayerRemoved(address indexed payer)',
]);

export type VaultArgument = 'address' | 'token' | 'amount';

/** The calls by a vault's owner and guardian that are incidents, and their argument types. */
export const VAULT_CALLS = {
  addPayer: ['address'],
  removePayer: ['address'],
  setCap: ['token', 'amount', 'amount'],
  withdraw: ['token', 'address', 'amount'],
  setOwner: ['address'],
  setGuardian: ['address'],
  pause: [],
} as const satisfies Readonly<Record<string, readonly VaultArgument[]>>;

export type VaultCallName = keyof typeof VAULT_CALLS;

type VaultCall = { readonly name: VaultCallName; readonly args: readonly (Address | bigint)[] };

/** A call as incidents and announcements show it, with checksummed addresses and amounts in base units. */
export function formatVaultCall({ name, args }: VaultCall): string {
  return `${name}(${args.join(', ')})`;
}

/** The call that a vault's owner schedules and executes to withdraw. */
export function encodeWithdrawal({ token, recipient, amount }: Withdrawal): Hex {
  return encodeFunctionData({ abi: ACTIONS, functionName: 'withdraw', args: [token, recipient, amount] });
}

/** Whether an event about an action is about this withdrawal. */
export function isActionOf(withdrawal: Withdrawal, actionHash: Hex): boolean {
  return keccak256(encodeWithdrawal(withdrawal)) === actionHash;
}

function readCall(data: Hex): { readonly call: string; readonly withdrawal: Withdrawal | null } {
  try {
    const { functionName, args } = decodeFunctionData({ abi: ACTIONS, data });
    const call = formatVaultCall({ name: functionName, args });
    if (functionName !== 'withdraw') return { call, withdrawal: null };
    const [token, recipient, amount] = args;
    return { call, withdrawal: { token, recipient, amount } };
  } catch {
    return { call: `the unknown call ${data.slice(0, 74)}`, withdrawal: null };
  }
}

const toDate = (seconds: bigint) => new Date(Number(seconds) * 1000);

/**
 * Reads what the owners of a chain's vaults scheduled in a range of blocks, what ended, and which payers they removed,
 * in order.
 */
export async function readVaultNotices(
  { chain, reader }: ChainClient,
  { from, to }: BlockRange,
): Promise<readonly VaultNotice[]> {
  const logs = await reader.getLogs({
    ...{ address: [...vaultsOf(chain)], events: [actionScheduledEvent, ...OTHERS], strict: true },
    ...{ fromBlock: from, toBlock: to },
  });
  const toNotice = async (log: (typeof logs)[number]): Promise<VaultNotice> => {
    const place = { vault: getAddress(log.address), block: log.blockNumber };
    switch (log.eventName) {
      case 'ActionScheduled': {
        const { action, readyAt, expiresAt } = log.args;
        const times = { readyAt: toDate(readyAt), expiresAt: toDate(expiresAt) };
        return { ...place, kind: 'scheduled', ...readCall(action), ...times };
      }
      case 'ActionCancelled':
      case 'ActionExecuted':
        return { ...place, kind: 'ended', actionHash: log.args.actionHash };
      case 'PayerRemoved': {
        const { timestamp } = await reader.getBlock({ blockNumber: place.block });
        return { ...place, kind: 'payerRemoved', payer: log.args.payer, at: toDate(timestamp) };
      }
      default:
        return { ...place, kind: 'allEnded' };
    }
  };
  const notices: VaultNotice[] = [];
  for (const log of logs) notices.push(await toNotice(log));
  return notices;
}
