import type { Hash } from 'viem';
import { parseHash } from '#shared/hash.ts';
import type { ChainReads } from '../chain/chainReads.ts';
import { inParallel } from '../chain/inParallel.ts';
import type { ChainConfig } from '../config/runtimeConfig.ts';
import type { DepositLog } from '../domain/depositLog.ts';
import { isDepositOf } from '../domain/depositLog.ts';
import type { AdoptionProblem } from '../domain/history/adoptDeposit.ts';
import { adoptDeposit } from '../domain/history/adoptDeposit.ts';
import type { ImportRow } from '../domain/history/importRow.ts';
import { contradiction, quoteOf, readImportRow } from '../domain/history/importRow.ts';
import type { Registry } from '../domain/registry.ts';
import { chainById } from '../domain/registry.ts';
import type { Transfer } from '../domain/transfer.ts';
import { depositHash } from '../domain/transfer.ts';
import type { TransferStore } from '../store/transferStore.ts';

export type RefusalReason = AdoptionProblem | 'noHash' | 'unknownChain' | 'noAnswer' | 'noDeposit' | 'notStored';

export type ImportOutcome =
  | { readonly kind: 'added'; readonly ids: readonly string[] }
  /** This browser has it already. Nothing changed. */
  | { readonly kind: 'known'; readonly ids: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  /** The value of this column is invalid, or the chain contradicts it. */
  | { readonly kind: 'refused'; readonly reason: 'badValue' | 'differs'; readonly column: string };

export type RowOutcome = { readonly row: number; readonly outcome: ImportOutcome };

export type ImportSources = {
  readonly reads: Pick<ChainReads, 'depositsIn'>;
  readonly registry: Registry;
  readonly store: TransferStore;
  readonly now: () => number;
};

/** Chain requests at once: a node limits them, and the page stays quick. */
const PARALLEL = 4;

const refused = (reason: RefusalReason): ImportOutcome => ({ kind: 'refused', reason });

function adopt(
  { registry, store, now }: ImportSources,
  {
    chain,
    deposit,
    row,
  }: { readonly chain: ChainConfig; readonly deposit: DepositLog; readonly row: ImportRow | null },
): ImportOutcome {
  const adoption = adoptDeposit(registry, { chain, deposit }, { quote: null, now: now() });
  if (!adoption.ok) return refused(adoption.problem);
  const { transfer } = adoption;
  const column = row && contradiction(row, transfer.terms);
  if (column) return { kind: 'refused', reason: 'differs', column };
  const quote = row && quoteOf(row, transfer.terms);
  if (quote === 'quoted') return { kind: 'refused', reason: 'differs', column: quote };
  const terms = { ...transfer.terms, ...quote };
  // The id of an imported transfer is that of its deposit, so another one stands for another deposit.
  const isSame = (other: Transfer) =>
    parseHash(other.terms.id) === null &&
    depositHash(other) === transfer.hash &&
    other.terms.origin.chainId === chain.id &&
    isDepositOf(deposit, other.terms);
  const result = store.getState().adopt({ ...transfer, terms }, isSame);
  return result.kind === 'notStored' ? refused('notStored') : { kind: result.kind, ids: [result.id] };
}

/** The best of several outcomes: of the deposits in one transaction, a row names each one that it does not contradict. */
function combine(outcomes: readonly ImportOutcome[]): ImportOutcome {
  for (const kind of ['added', 'known'] as const) {
    const ids = outcomes.flatMap((outcome) => (outcome.kind === kind ? outcome.ids : []));
    if (ids.length > 0) return { kind, ids };
  }
  return outcomes[0] ?? refused('noDeposit');
}

/** Adds the deposits of a transaction to this browser, without any result: the tracker proves each step again. */
export async function importDeposit(
  sources: ImportSources,
  { chain, hash, row }: { readonly chain: ChainConfig; readonly hash: Hash; readonly row: ImportRow | null },
): Promise<ImportOutcome> {
  const deposits = await sources.reads.depositsIn(chain.id, hash).catch(() => null);
  if (deposits === null) return refused('noAnswer');
  return combine(deposits.map((deposit) => adopt(sources, { chain, deposit, row })));
}

async function importRow(sources: ImportSources, record: unknown): Promise<ImportOutcome> {
  const read = readImportRow(record);
  if (!read.ok)
    return {
      kind: 'refused',
      ...('column' in read ? { reason: read.problem, column: read.column } : { reason: read.problem }),
    };
  const { row } = read;
  const chain = chainById(sources.registry, row.origin_chain_id);
  return chain ? importDeposit(sources, { chain, hash: row.deposit_hash, row }) : refused('unknownChain');
}

/**
 * Imports the rows of a file. Each row names a deposit; its terms come from the chain, and a row that contradicts the chain is
 * refused. A transfer that this browser has stays as it is.
 */
export async function importTransfers(
  sources: ImportSources,
  records: readonly unknown[],
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
): Promise<readonly RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  await inParallel(records.entries(), PARALLEL, async ([index, record]) => {
    if (signal.aborted) return;
    outcomes.push({ row: index + 1, outcome: await importRow(sources, record) });
    onProgress(outcomes.length);
  });
  return outcomes.sort((a, b) => a.row - b.row);
}
