import type { Address } from 'viem';
import type { Catalog } from '../domain/catalog.ts';
import type { TokenAmount } from '../domain/exposure.ts';
import { lastFinalBlock } from '../domain/exposure.ts';
import type { TransferState } from '../domain/transferState.ts';
import type { Database, Queryable } from './database.ts';
import { readExposed, readStoredHead } from './exposure.ts';
import type { IncidentKind } from './incidents.ts';
import type { Liquidity } from './liquidity.ts';
import { readLiquidity } from './liquidity.ts';
import type { Tally } from './tallies.ts';
import { readTallies } from './tallies.ts';

/** What an operator's metrics show of the database, as of one moment. Ages are seconds by the database's clock. */
export type Figures = {
  /** The transfers that are not final. */
  readonly open: readonly { readonly state: TransferState; readonly count: number; readonly oldestAge: number }[];
  readonly chains: readonly ChainFigures[];
  readonly halted: readonly { readonly chainId: number; readonly halted: boolean }[];
  readonly unsettled: readonly { readonly chainId: number; readonly count: number }[];
  readonly incidents: readonly { readonly kind: IncidentKind; readonly count: number }[];
  readonly pauses: number;
  readonly reserved: readonly { readonly chainId: number; readonly token: Address; readonly amount: bigint }[];
  /** What is paid of deposits that are not final, by origin chain and token. */
  readonly exposed: readonly (TokenAmount & { readonly chainId: number })[];
  readonly liquidity: readonly Liquidity[];
  readonly tallies: readonly Tally[];
};

export type ChainFigures = {
  readonly chainId: number;
  /** Between the newest block that a watcher saw and the newest that it read; null before its first look. */
  readonly lagBlocks: number | null;
  /** When it was last read without fault, by the watcher's clock. */
  readonly lookedAt: Date | null;
  /** Between the newest block that was read and the newest that was read a second time; null before the first look. */
  readonly rescanLagBlocks: number | null;
};

const TIMEOUT_MS = 1000;

type Counted<Fields> = Fields & { readonly count: bigint };
type OfChain<Fields> = Fields & { readonly chain_id: bigint };

function toCounted<Fields>(rows: readonly Counted<Fields>[]) {
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

async function readOpen(database: Queryable): Promise<Figures['open']> {
  // The conditions of the two partial indexes, word for word: finished transfers are never looked at.
  const rows = await database.query<{ state: TransferState; count: bigint; oldest: Date }>(
    `select state, count(*) as count, min(created_at) as oldest from transfers
       where state not in ('delivered', 'refunded', 'unseen') group by state
     union all
     select 'unseen', count(*), min(created_at) from transfers where state = 'unseen' having count(*) > 0`,
  );
  const [moment] = await database.query<{ now: Date }>('select now() as now');
  const now = moment?.now.getTime() ?? 0;
  return toCounted(rows).map(({ oldest, ...row }) => ({
    ...row,
    oldestAge: Math.max(0, now - oldest.getTime()) / 1000,
  }));
}

async function readChains(database: Queryable): Promise<Figures['chains']> {
  const rows = await database.query<OfChain<{ lag: bigint | null; looked_at: Date | null; rescan_lag: bigint | null }>>(
    'select chain_id, head - scanned_to as lag, looked_at, scanned_to - coalesce(rescanned_to, 0) as rescan_lag from chains',
  );
  return rows.map(({ chain_id, lag, looked_at: lookedAt, rescan_lag: rescanLag }) => ({
    chainId: Number(chain_id),
    lagBlocks: lag === null ? null : Math.max(0, Number(lag)),
    lookedAt,
    rescanLagBlocks: rescanLag === null ? null : Math.max(0, Number(rescanLag)),
  }));
}

async function readHalted(database: Queryable): Promise<Figures['halted']> {
  const rows = await database.query<OfChain<{ halted: boolean }>>(
    'select chain_id, bool_or(halted_reason is not null) as halted from senders group by chain_id',
  );
  return rows.map(({ chain_id, halted }) => ({ chainId: Number(chain_id), halted }));
}

async function readUnsettled(database: Queryable): Promise<Figures['unsettled']> {
  const rows = await database.query<OfChain<{ count: bigint }>>(
    "select chain_id, count(*) as count from sends where state in ('open', 'mined') group by chain_id",
  );
  return rows.map(({ chain_id, count }) => ({ chainId: Number(chain_id), count: Number(count) }));
}

async function readReserved(database: Queryable): Promise<Figures['reserved']> {
  const rows = await database.query<OfChain<{ token: Address; amount: bigint }>>(
    `select chain_id, token, sum(amount)::numeric(78,0) as amount from obligations where state = 'live'
     group by chain_id, token`,
  );
  return rows.map(({ chain_id, token, amount }) => ({ chainId: Number(chain_id), token, amount }));
}

async function readAllExposed(database: Queryable, { chains }: Catalog): Promise<Figures['exposed']> {
  const exposed: (TokenAmount & { readonly chainId: number })[] = [];
  for (const chain of chains) {
    const finalTo = lastFinalBlock(chain, await readStoredHead(database, chain.id));
    const rows = await readExposed(database, chain.id, finalTo);
    exposed.push(...rows.map((row) => ({ ...row, chainId: chain.id })));
  }
  return exposed;
}

/** @throws DatabaseUnavailable, also where it takes too long */
export function readFigures(database: Database, catalog: Catalog): Promise<Figures> {
  return database.transaction(async (transaction) => {
    await transaction.script(`set local statement_timeout = ${TIMEOUT_MS}`);
    const incidents = await transaction.query<Counted<{ kind: IncidentKind }>>(
      'select kind, count(*) as count from incidents group by kind',
    );
    const pauses = await transaction.query<{ count: bigint }>('select count(*) as count from pauses');
    return {
      open: await readOpen(transaction),
      chains: await readChains(transaction),
      halted: await readHalted(transaction),
      unsettled: await readUnsettled(transaction),
      incidents: toCounted(incidents),
      pauses: Number(pauses[0]?.count ?? 0n),
      reserved: await readReserved(transaction),
      exposed: await readAllExposed(transaction, catalog),
      liquidity: await readLiquidity(transaction),
      tallies: await readTallies(transaction),
    };
  });
}

/** Halted senders and whether the database keeps what it acknowledges: what readiness depends on. */
export type Health = { readonly isDurable: boolean; readonly haltedChains: readonly number[] };

/** @throws DatabaseUnavailable */
export async function readHealth(database: Database): Promise<Health> {
  const [row] = await database.query<{ durable: boolean; halted: readonly string[] }>(
    `select current_setting('fsync') <> 'off' and current_setting('synchronous_commit') <> 'off' as durable,
       array(select chain_id::text from senders where halted_reason is not null) as halted`,
  );
  // The embedded database never syncs; the configuration allows it for testnets only.
  return {
    isDurable: database.kind === 'embedded' || row?.durable === true,
    haltedChains: (row?.halted ?? []).map(Number),
  };
}
