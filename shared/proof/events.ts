import type { Address, Hash, Log } from 'viem';
import { erc20Abi, parseEventLogs } from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import type { ProvenLog } from './readBlockParts.ts';

// viem reads the address, the topics and the data of a log. Its place in the block is proven by the trie.
const asLogs = (logs: readonly ProvenLog[]): Log[] => logs as unknown as Log[];

const of = (logs: readonly ProvenLog[], address: Address) => logs.filter((log) => isSameAddress(log.address, address));

export type DepositEvent = {
  readonly user: Address;
  readonly token: Address;
  readonly target: string;
  readonly amount: bigint;
  readonly destination: bigint;
};

/** The deposits at a contract in a transaction, in the order of their logs. */
export function depositsBy(logs: readonly ProvenLog[], contract: Address): readonly DepositEvent[] {
  const deposits = parseEventLogs({ abi: depositAbi, logs: asLogs(of(logs, contract)), eventName: 'Deposit' });
  return deposits.map(({ args }) => args);
}

export type PaidEvent = {
  readonly payer: Address;
  readonly to: Address;
  readonly token: Address;
  readonly amount: bigint;
};

function paymentsBy(logs: readonly ProvenLog[], vault: Address) {
  return parseEventLogs({ abi: vaultAbi, logs: asLogs(of(logs, vault)), eventName: 'Paid' }).map(({ args }) => args);
}

/** The payment of a transfer by a vault. */
export function paymentOf(
  logs: readonly ProvenLog[],
  { vault, id }: { readonly vault: Address; readonly id: Hash },
): PaidEvent | null {
  return paymentsBy(logs, vault).find((paid) => paid.id === id) ?? null;
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/**
 * Whether the token's own Transfer events move at least what the vault says that it paid. A batch can pay a recipient more
 * than once, so this adds up all payments of the transaction. A native currency has no such events.
 */
export function isMoveShown(logs: readonly ProvenLog[], vault: Address, { token, to }: PaidEvent): boolean {
  if (isNativeToken(token)) return true;
  const paid = paymentsBy(logs, vault).filter((one) => isSameAddress(one.token, token) && isSameAddress(one.to, to));
  const moves = parseEventLogs({ abi: erc20Abi, logs: asLogs(of(logs, token)), eventName: 'Transfer' })
    .map(({ args }) => args)
    .filter(({ from, to: receiver }) => isSameAddress(from, vault) && isSameAddress(receiver, to));
  return sum(moves.map(({ value }) => value)) >= sum(paid.map(({ amount }) => amount));
}
