import type { Transfer } from '../../db/transfers.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { findChainById, findPinnedToken } from '../../domain/catalog.ts';
import type { Pauses } from '../../domain/pauses.ts';
import { findPause } from '../../domain/pauses.ts';
import type { Reason } from '../../domain/reason.ts';
import { because } from '../../domain/reason.ts';

/**
 * Finds whether an operator has paused a transfer's next payment. The worker reads the pauses first, and again in the
 * transaction that signs, because a pause can start in between.
 * @returns the note for the receipt, or null
 */
export function findPauseNote(pauses: Pauses, catalog: Catalog, { state, deposit }: Transfer): Reason | null {
  const origin = findChainById(catalog, BigInt(deposit.chainId));
  if (!origin) return null;
  const destination = state === 'confirmed' ? findChainById(catalog, deposit.destination) : undefined;
  const tokenName = findPinnedToken(catalog, origin, deposit.token)?.token.name ?? null;
  const paused = findPause(pauses, { origin, destination: destination ?? null, tokenName });
  return paused === null ? null : because('paused', `the payment waits because ${paused} is paused`);
}
