import type { Hash } from 'viem';
import type { DepositLog } from '#shared/events.ts';
import { parseHash } from '#shared/hash.ts';
import type { ChainReads } from '../chain/chainReads.ts';
import { inParallel } from '../chain/inParallel.ts';
import type { ChainConfig } from '../config/runtimeConfig.ts';
import { isDepositOf } from '../domain/depositLog.ts';
import type { AdoptionProblem } from '../domain/history/adoptDeposit.ts';
import { adoptDeposit } from '../domain/history/adoptDeposit.ts';
import type { ImportRow } from '../domain/history/importRow.ts';
import { contradiction, quoteOf, readImportRow } from '../domain/history/importRow.ts';
import type { Registry } from '../domain/registry.ts';
import { chainById } from '../domain/registry.ts';
import type { Transfer } from '../domain/transfer.ts';
import type { TransferStore } from '../store/transferStore.ts';
import type { Candidate } from './adoptTransfers.ts';
import { adoptTransfers } from './adoptTransfers.ts';

export type RefusalReason = AdoptionProblem | 'noHash' | 'unknownChain' | 'noAnswer' | 'noDeposit' | 'notStored';

type Refusal =
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  /** The value of this column is invalid, or the chain contradicts it. */
  | { readonly kind: 'refused'; readonly reason: 'badValue' | 'differs'; readonly column: string };

export type ImportOutcome =
  | { readonly kind: 'added'; readonly ids: readonly string[] }
  /** This browser has it already. Nothing changed. */
  | { readonly kind: 'known'; readonly ids: readonly string[] }
  | Refusal;

export type RowOutcome = { readonly row: number; readonly outcome: ImportOutcome };

export type ImportSources = {
  readonly reads: Pick<ChainReads, 'depositsIn'>;
  readonly registry: Registry;
  readonly store: TransferStore;
  readonly now: () => number;
};

/** Chain requests at once: a node limits them, and the page stays quick. */
const PARALLEL = 4;
/** Every page of this browser reads its whole list after a change. A closed page loses at most this many rows. */
const ROWS_AT_ONCE = 100;

/** A transfer that the chain shows, not yet stored. */
type Found = Candidate | Refusal;

const refused = (reason: RefusalReason): Refusal => ({ kind: 'refused', reason });

function toCandidate(
  { registry, now }: ImportSources,
  {
    chain,
    deposit,
    row,
  }: { readonly chain: ChainConfig; readonly deposit: DepositLog; readonly row: ImportRow | null },
): Found {
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
    parseHash(other.terms.id) === null && other.terms.origin.chainId === chain.id && isDepositOf(deposit, other.terms);
  return { transfer: { ...transfer, terms }, isSame };
}

/** The best of several outcomes: of the deposits in one transaction, a row names each one that it does not contradict. */
function combine(outcomes: readonly ImportOutcome[]): ImportOutcome {
  for (const kind of ['added', 'known'] as const) {
    const ids = outcomes.flatMap((outcome) => (outcome.kind === kind ? outcome.ids : []));
    if (ids.length > 0) return { kind, ids };
  }
  return outcomes[0] ?? refused('noDeposit');
}

type FoundRow = { readonly row: number; readonly found: readonly Found[] };

/** Stores the transfers of many rows in one change. */
function adopt(store: TransferStore, rows: readonly FoundRow[]): readonly RowOutcome[] {
  const candidates = rows.flatMap(({ found }) => found.filter((one) => 'transfer' in one));
  const adopted = adoptTransfers(store, candidates).values();
  const outcomeOf = (one: Found): ImportOutcome => {
    if (!('transfer' in one)) return one;
    const { value } = adopted.next();
    return !value || value.kind === 'notStored' ? refused('notStored') : { kind: value.kind, ids: [value.id] };
  };
  return rows.map(({ row, found }) => ({ row, outcome: combine(found.map(outcomeOf)) }));
}

type Place = { readonly chain: ChainConfig; readonly hash: Hash; readonly row: ImportRow | null };

/** What the chain shows of a transaction, without any result: the tracker proves each step again. */
async function findDeposits(sources: ImportSources, { chain, hash, row }: Place): Promise<readonly Found[]> {
  const deposits = await sources.reads.depositsIn(chain.id, hash).catch(() => null);
  if (deposits === null) return [refused('noAnswer')];
  return deposits.map((deposit) => toCandidate(sources, { chain, deposit, row }));
}

/** Adds the deposits of a transaction to this browser. */
export async function importDeposit(
  sources: ImportSources,
  { chain, hash }: Omit<Place, 'row'>,
): Promise<ImportOutcome> {
  const found = await findDeposits(sources, { chain, hash, row: null });
  const [added] = adopt(sources.store, [{ row: 1, found }]);
  return added?.outcome ?? refused('noDeposit');
}

async function findRow(sources: ImportSources, record: unknown): Promise<readonly Found[]> {
  const read = readImportRow(record);
  if (!read.ok)
    return ['column' in read ? { kind: 'refused', reason: read.problem, column: read.column } : refused(read.problem)];
  const { row } = read;
  const chain = chainById(sources.registry, row.origin_chain_id);
  return chain ? findDeposits(sources, { chain, hash: row.deposit_hash, row }) : [refused('unknownChain')];
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
  for (let first = 0; first < records.length; first += ROWS_AT_ONCE) {
    const rows: FoundRow[] = [];
    await inParallel(records.slice(first, first + ROWS_AT_ONCE).entries(), PARALLEL, async ([index, record]) => {
      if (signal.aborted) return;
      rows.push({ row: first + index + 1, found: await findRow(sources, record) });
      onProgress(outcomes.length + rows.length);
    });
    rows.sort((a, b) => a.row - b.row);
    outcomes.push(...adopt(sources.store, rows));
  }
  return outcomes;
}
