import type { Hash } from 'viem';
import type { Transfer } from '../domain/transfer.ts';
import { depositHash } from '../domain/transfer.ts';
import type { TransferStore } from '../store/transferStore.ts';

export type Candidate = {
  readonly transfer: Transfer;
  /** Whether another transfer with the same transaction stands for the same deposit. */
  readonly isSame: (other: Transfer) => boolean;
};

/** `id` is that of the transfer in this browser. */
export type Adopted = { readonly kind: 'added' | 'known' | 'notStored'; readonly id: string };

/** Finds the transfer of the same deposit, without a look at every other one. */
function createIndex(transfers: Iterable<Transfer>) {
  const byId = new Map<string, Transfer>();
  const byHash = new Map<Hash | null, Transfer[]>();
  function add(transfer: Transfer): void {
    const hash = depositHash(transfer);
    const twins = byHash.get(hash);
    byId.set(transfer.terms.id, transfer);
    if (twins) twins.push(transfer);
    else byHash.set(hash, [transfer]);
  }
  for (const transfer of transfers) add(transfer);
  const find = ({ transfer, isSame }: Candidate) =>
    byId.get(transfer.terms.id) ?? byHash.get(depositHash(transfer))?.find(isSame);
  return { add, find };
}

/**
 * Adds transfers that were made elsewhere, in one change of the list. One that this browser has stays as it is, and a deposit
 * that several candidates stand for is added once.
 */
export function adoptTransfers(store: TransferStore, candidates: readonly Candidate[]): readonly Adopted[] {
  const outcomes: Adopted[] = [];
  store.getState().add((known) => {
    const index = createIndex(Object.values(known));
    return candidates.flatMap((candidate): readonly Transfer[] => {
      const own = index.find(candidate);
      const { transfer } = candidate;
      outcomes.push({ kind: own ? 'known' : 'added', id: (own ?? transfer).terms.id });
      if (own) return [];
      index.add(transfer);
      return [transfer];
    });
  });
  const { transfers } = store.getState();
  return outcomes.map((outcome) =>
    Object.hasOwn(transfers, outcome.id) ? outcome : { ...outcome, kind: 'notStored' },
  );
}
