import type { Transfer } from '../../db/transfers.ts';

/** What decides with which others a transfer is signed. */
export type Groupable = Pick<Transfer, 'tries'> & { readonly deposit: Pick<Transfer['deposit'], 'chainId'> };

/** Transfers whose payments are prepared together, and signed as one transaction or each alone. */
export type Batch<One extends Groupable = Transfer> = { readonly transfers: readonly One[]; readonly isAlone: boolean };

/**
 * Divides due transfers, in their order, into rounds that are signed one after the other. A round has at most one batch of each
 * origin chain, so that an outage of one chain does not delay the deposits of another. A payment that failed before is signed
 * alone, so that its error is visible and the other payments lose no gas.
 */
export function formRounds<One extends Groupable>(
  transfers: readonly One[],
  maxBatch: number,
): readonly (readonly Batch<One>[])[] {
  const fresh = transfers.filter(({ tries }) => tries === 0);
  const origins = [...new Set(fresh.map(({ deposit }) => deposit.chainId))];
  const queues: readonly Batch<One>[] = [
    ...origins.map((origin) => ({
      transfers: fresh.filter(({ deposit }) => deposit.chainId === origin),
      isAlone: false,
    })),
    { transfers: transfers.filter(({ tries }) => tries > 0), isAlone: true },
  ];
  const rounds = Math.ceil(Math.max(...queues.map((queue) => queue.transfers.length)) / maxBatch);
  return Array.from({ length: rounds }, (_, round) =>
    queues
      .map((queue) => ({ ...queue, transfers: queue.transfers.slice(round * maxBatch, (round + 1) * maxBatch) }))
      .filter((batch) => batch.transfers.length > 0),
  );
}
