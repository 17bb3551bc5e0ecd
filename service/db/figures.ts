import type { Address } from 'viem';
import { listUnitPrices } from '../domain/breaker.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { OpenTransfers } from '../domain/claims.ts';
import type { TokenAmount } from '../domain/exposure.ts';
import { lastFinalBlock } from '../domain/exposure.ts';
import type { Want } from '../domain/transferRecord.ts';
import type { TransferState } from '../domain/transferState.ts';
import type { StoredReading } from './books.ts';
import { readLatestReadings } from './books.ts';
import type { BreakerFigures } from './breaker.ts';
import { readBreakerFigures } from './breaker.ts';
import { readOpenTransfers } from './claims.ts';
import type { Database, Queryable } from './database.ts';
import { readExposed, readStoredHeights } from './exposure.ts';
import type { IncidentKind } from './incidents.ts';
import type { Liquidity } from './liquidity.ts';
import { readLiquidity } from './liquidity.ts';
import type { StoredWithdrawal } from './withdrawals.ts';
import { readScheduledWithdrawals } from './withdrawals.ts';

/** The database's part of the operator's metrics. Ages are in seconds by the database's clock. */
export type Figures = {
  /** The transfers that are not final. */
  readonly open: readonly { readonly state: TransferState; readonly count: number; readonly oldestAge: number }[];
  /** The due payments that wait for something, by what it is. */
  readonly waits: readonly { readonly waitsFor: Want; readonly count: number; readonly oldestAge: number }[];
  readonly chains: readonly ChainFigures[];
  readonly halted: readonly { readonly chainId: number; readonly halted: boolean }[];
  readonly unsettled: readonly { readonly chainId: number; readonly count: number }[];
  readonly incidents: readonly { readonly kind: IncidentKind; readonly count: number }[];
  readonly pauses: number;
  readonly reserved: readonly { readonly chainId: number; readonly token: Address; readonly amount: bigint }[];
  /** The amounts paid of deposits that are not final, by origin chain and token. */
  readonly exposed: readonly (TokenAmount & { readonly chainId: number })[];
  readonly liquidity: readonly Liquidity[];
  /** For what is above the floats; null without a float. */
  readonly sweeps: SweepFigures | null;
  readonly breaker: BreakerFigures;
  /** The newest comparison of each account with the books. */
  readonly books: readonly StoredReading[];
};

/** What leaves the vaults before a sweep may. */
export type SweepFigures = {
  readonly open: readonly OpenTransfers[];
  readonly scheduled: readonly StoredWithdrawal[];
};

export type ChainFigures = {
  readonly chainId: number;
  /** From the newest block that the watcher read to the newest that it saw; null before its first reading. */
  readonly lagBlocks: number | null;
  /** When the watcher last read the chain without an error, by the watcher's clock. */
  readonly lookedAt: Date | null;
  /** From the last block of the second reading to the last block of the first; null before the first reading. */
  readonly rescanLagBlocks: number | null;
  /** The hot wallet's gas and the state of the vault, as last read; null before. */
  readonly gasBalance: bigint | null;
  readonly vaultPaused: boolean | null;
};

const TIMEOUT_MS = 1000;

type OpenRow = { readonly state: TransferState; readonly count: number; readonly oldest: Date };

async function readOpen(database: Queryable): Promise<Figures['open']> {
  // These conditions must equal those of the two partial indexes, so that the query never reads finished transfers.
  const rows = await database.query<OpenRow>(
    `select state, count(*) as count, min(created_at) as oldest from transfers
       where state not in ('delivered', 'refunded', 'closed', 'unseen') group by state
     union all
     select 'unseen', count(*), min(created_at) from transfers where state = 'unseen' having count(*) > 0`,
  );
  const [moment] = await database.query<{ readonly now: Date }>('select now() as now');
  const now = moment?.now.getTime() ?? 0;
  return rows.map(({ oldest, ...row }) => ({ ...row, oldestAge: Math.max(0, now - oldest.getTime()) / 1000 }));
}

function readWaits(database: Queryable): Promise<Figures['waits']> {
  return database.query(
    `select waits_for, count(*) as count,
       greatest(0, extract(epoch from now() - min(waiting_since)))::double precision as oldest_age
     from transfers where state in ('confirmed', 'rejected', 'refunding') and waits_for is not null group by waits_for`,
  );
}

async function readChains(database: Queryable): Promise<Figures['chains']> {
  const rows = await database.query<ChainFigures>(
    `select chain_id, (greatest(head, unread_head) - scanned_to)::float8 as lag_blocks, looked_at,
       (scanned_to - coalesce(rescanned_to, 0))::float8 as rescan_lag_blocks,
       gas_balance, vault_paused from chains`,
  );
  const atLeastZero = (blocks: number | null) => (blocks === null ? null : Math.max(0, blocks));
  return rows.map((row) => ({
    ...row,
    lagBlocks: atLeastZero(row.lagBlocks),
    rescanLagBlocks: atLeastZero(row.rescanLagBlocks),
  }));
}

function readHalted(database: Queryable): Promise<Figures['halted']> {
  return database.query(
    'select chain_id, bool_or(halted_reason is not null and not revoked) as halted from senders group by chain_id',
  );
}

function readUnsettled(database: Queryable): Promise<Figures['unsettled']> {
  return database.query(
    "select chain_id, count(*) as count from sends where state in ('open', 'mined') group by chain_id",
  );
}

function readReserved(database: Queryable): Promise<Figures['reserved']> {
  return database.query(
    `select chain_id, token, sum(amount)::numeric(78,0) as amount from obligations where state = 'live'
     group by chain_id, token`,
  );
}

function readIncidentCounts(database: Queryable): Promise<Figures['incidents']> {
  return database.query('select kind, count(*) as count from incidents group by kind');
}

async function countPauses(database: Queryable): Promise<number> {
  const [row] = await database.query<{ readonly count: number }>('select count(*) as count from pauses');
  return row?.count ?? 0;
}

async function readAllExposed(database: Queryable, { chains }: Catalog): Promise<Figures['exposed']> {
  const exposed: (TokenAmount & { readonly chainId: number })[] = [];
  for (const chain of chains) {
    const finalTo = lastFinalBlock(chain, await readStoredHeights(database, chain.id));
    const rows = await readExposed(database, chain.id, finalTo);
    exposed.push(...rows.map((row) => ({ ...row, chainId: chain.id })));
  }
  return exposed;
}

async function readSweepFigures(database: Queryable, { tokens }: Catalog): Promise<Figures['sweeps']> {
  // Without a float, the reading of all unfinished transfers is saved.
  if (!tokens.some(({ deployments }) => [...deployments.values()].some(({ sweep }) => sweep))) return null;
  return { open: await readOpenTransfers(database), scheduled: await readScheduledWithdrawals(database) };
}

/** @throws DatabaseUnavailable, also if it takes too long */
export function readFigures(database: Database, catalog: Catalog): Promise<Figures> {
  return database.transaction(async (transaction) => {
    await transaction.script(`set local statement_timeout = ${TIMEOUT_MS}`);
    return {
      open: await readOpen(transaction),
      waits: await readWaits(transaction),
      chains: await readChains(transaction),
      halted: await readHalted(transaction),
      unsettled: await readUnsettled(transaction),
      incidents: await readIncidentCounts(transaction),
      pauses: await countPauses(transaction),
      reserved: await readReserved(transaction),
      exposed: await readAllExposed(transaction, catalog),
      liquidity: await readLiquidity(transaction),
      sweeps: await readSweepFigures(transaction, catalog),
      breaker: await readBreakerFigures(
        transaction,
        catalog.breaker && { ...catalog.breaker, prices: listUnitPrices(catalog) },
      ),
      books: await readLatestReadings(transaction),
    };
  });
}

/** The database's part of the readiness answer: whether commits are durable, and the chains with a halted sender. */
export type Health = { readonly isDurable: boolean; readonly haltedChains: readonly number[] };

/** @throws DatabaseUnavailable */
export async function readHealth(database: Database): Promise<Health> {
  const [row] = await database.query<{ durable: boolean; halted: readonly string[] }>(
    `select current_setting('fsync') <> 'off' and current_setting('synchronous_commit') <> 'off' as durable,
       array(select chain_id::text from senders where halted_reason is not null and not revoked) as halted`,
  );
  // The embedded database never syncs to disk. The configuration allows it for testnets only.
  return {
    isDurable: database.kind === 'embedded' || row?.durable === true,
    haltedChains: (row?.halted ?? []).map(Number),
  };
}
