import { isSameAddress, parseAddress } from '#shared/address.ts';
import type { Amount } from '#shared/amount.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import type { DepositLog } from '#shared/events.ts';
import { splitTarget } from '#shared/gasDrop.ts';
import type { Registry } from '../../config/registry.ts';
import { chainById, chainByName } from '../../config/registry.ts';

/** The page that shows a transfer on any device, identified by its deposit's hash and chain. */
export function receiptPath(hash: string, originId: number | null): string {
  return originId === null ? `/receipts/${hash}` : `/receipts/${hash}?origin=${originId}`;
}

/**
 * What a receipt shows of a transfer that this browser does not store. The chains are null if they are not configured.
 */
export type Journey = {
  readonly originName: string;
  /** Null for a chain that the configuration does not name. */
  readonly destinationName: string | null;
  readonly origin: ChainConfig | null;
  readonly destination: ChainConfig | null;
  readonly destinationId: bigint | null;
  readonly tokenName: string | null;
  readonly sent: Amount | null;
  readonly sender: string | null;
  readonly recipient: string | null;
};

/** From the deposit alone, as its chain shows it. */
export function journeyOfDeposit(registry: Registry, originName: string, deposit: DepositLog): Journey {
  const origin = chainByName(registry, originName) ?? null;
  const destination = chainById(registry, Number(deposit.destination)) ?? null;
  const token = origin?.tokens.find(({ address }) => isSameAddress(address, deposit.token)) ?? null;
  return {
    originName,
    destinationName: destination?.name ?? null,
    origin,
    destination,
    destinationId: deposit.destination,
    tokenName: token?.name ?? null,
    sent: token && { amount: deposit.amount, decimals: token.decimals },
    sender: deposit.user,
    // A depositor can write any text here.
    recipient: parseAddress(splitTarget(deposit.target).recipient),
  };
}
