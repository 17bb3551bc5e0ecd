import type { Address, Hash } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { DepositLog } from '#shared/events.ts';
import type { TokenConfig } from '../../config/runtimeConfig.ts';
import { isDepositOf } from '../depositLog.ts';
import type { Registry } from '../registry.ts';
import { chainById } from '../registry.ts';
import type { Transfer } from '../transfer.ts';
import { depositHash } from '../transfer.ts';

/** A deposit in the logs of a chain, found by its sender. */
export type FoundDeposit = Omit<DepositLog, 'id' | 'timestamp'> & {
  readonly chainId: number;
  readonly chainName: string;
  readonly blockNumber: bigint;
  readonly logIndex: number;
  /** Milliseconds since 1970 by the clock of the chain; null if no date has that number. */
  readonly depositedAt: number | null;
};

/** Chain, transaction and log together identify a deposit. */
export function depositKey({ chainId, transactionHash, logIndex }: FoundDeposit): string {
  return `${chainId}/${transactionHash}/${logIndex}`;
}

const LAST_DATE_MS = 8_640_000_000_000_000n;

/** The moment of a log's timestamp in milliseconds. */
export function momentOf(timestamp: bigint): number | null {
  const ms = timestamp * 1000n;
  return ms > 0n && ms <= LAST_DATE_MS ? Number(ms) : null;
}

/** The pinned token of a deposit; undefined for a token that the configuration does not name. */
export function tokenOfDeposit(
  registry: Registry,
  deposit: { readonly chainId: number; readonly token: Address },
): TokenConfig | undefined {
  return chainById(registry, deposit.chainId)?.tokens.find(({ address }) => isSameAddress(address, deposit.token));
}

/** The name of the destination chain; null for a chain that the configuration does not name. */
export function destinationOf(registry: Registry, { destination }: Pick<FoundDeposit, 'destination'>): string | null {
  return registry.chains.find(({ id }) => BigInt(id) === destination)?.name ?? null;
}

/**
 * The deposits that no transfer of this browser has. A transaction can hold several equal deposits, so each transfer stands
 * for one of them.
 */
export function withoutKnown(
  deposits: readonly FoundDeposit[],
  transfers: readonly Transfer[],
): readonly FoundDeposit[] {
  const byHash = new Map<Hash, Transfer[]>();
  for (const transfer of transfers) {
    const hash = depositHash(transfer);
    if (hash) byHash.set(hash, [...(byHash.get(hash) ?? []), transfer]);
  }
  return deposits.filter((deposit) => {
    const candidates = byHash.get(deposit.transactionHash) ?? [];
    const at = candidates.findIndex(
      ({ terms }) => terms.origin.chainId === deposit.chainId && isDepositOf(deposit, terms),
    );
    if (at === -1) return true;
    candidates.splice(at, 1);
    return false;
  });
}
