import { readShownSummaries } from '../../../../service/api/receipts.ts';
import { readUsualSeconds } from '../../../../service/api/scheduleCache.ts';
import type { Database } from '../../../../service/db/database.ts';
import { readCanonicalDeposits } from '../../../../service/deposits/depositRows.ts';
import { readTransfers } from '../../../../service/deposits/readTransfers.ts';
import { readChanges } from '../../../../service/deposits/transferEvents.ts';
import { hasBindingObligation, readPayable, readSeen } from '../../../../service/deposits/transfers.ts';
import { readExposed } from '../../../../service/guards/exposure.ts';
import { readDatabaseMetrics } from '../../../../service/operator/metrics/metrics.ts';
import { readReserved, readTransferIds } from '../../../../service/payments/obligations.ts';
import { readUnsettledAttempts, readUnsettledSends } from '../../../../service/payments/sends.ts';
import { readStoredPayments } from '../../../../service/payments/storedPayments.ts';
import { createSampleCatalog } from '../../service/sampleCatalog.ts';
import { blockOf, CHAIN_IDS, HOT_WALLET, hashOf, TOKEN } from './fillTransfers.ts';

/** A query of the service or its operator. `rows` is the number of transfers in the database. */
export type BenchQuery = { readonly name: string; run(database: Database, rows: number): Promise<unknown> };

const randomOf = (rows: number) => 1 + Math.floor(Math.random() * rows);
const randomNewestOf = (rows: number) => rows - Math.floor(Math.random() * Math.min(rows, 10_000));

/** The public queries. Each run reads a random transfer. */
export const RECEIPT_QUERIES: readonly BenchQuery[] = [
  {
    name: 'receipt, any transfer',
    run: (database, rows) => readShownSummaries(database, [hashOf('transaction', randomOf(rows))]),
  },
  {
    name: 'receipt, one of the newest 10,000',
    run: (database, rows) => readShownSummaries(database, [hashOf('transaction', randomNewestOf(rows))]),
  },
  {
    name: 'receipt, unknown hash',
    run: (database, rows) => readShownSummaries(database, [hashOf('transaction', rows + randomOf(1e9))]),
  },
];

const SENDER = { chainId: 1, address: HOT_WALLET };
const BATCH = 100;
const CATALOG = createSampleCatalog(({ chains }) => {
  chains.forEach((chain, index) => {
    chain.id = CHAIN_IDS[index] ?? chain.id;
  });
});
const list = (database: Database, state: 'delivered' | 'held' | null, olderThanMs = 0) =>
  readTransfers(database, { selection: { state, reason: null, chainId: null, tokens: null, olderThanMs, limit: 50 } });

/** The queries of the workers, the metrics and the operator. */
export const INTERNAL_QUERIES: readonly BenchQuery[] = [
  {
    name: 'accept: readSeen',
    run: (database, rows) =>
      readSeen(database, { chainId: 1, upToBlock: BigInt(rows), now: new Date(), limit: BATCH, perDepositor: BATCH }),
  },
  {
    name: 'sign: readPayable',
    run: (database) =>
      readPayable(database, {
        ...{ chainId: 1, now: new Date(), limit: BATCH },
        perDepositor: { transfers: BATCH, sends: BATCH },
      }),
  },
  {
    name: 'sign: hasBindingObligation',
    run: (database, rows) => hasBindingObligation(database, hashOf('deposit', randomOf(rows))),
  },
  {
    name: 'sign: readReserved',
    run: (database, rows) => readReserved(database, { chainId: 1, tokens: [TOKEN], atBlock: BigInt(rows) }),
  },
  {
    name: 'sign: readExposed, 64 blocks',
    run: (database, rows) => readExposed(database, 1, blockOf(rows) - 64n),
  },
  {
    name: 'pairs: readUsualSeconds',
    run: (database) =>
      readUsualSeconds(database, [
        { id: 'busy', tokenName: 'USDC', originName: 'Northshore', destinationId: 2 },
        { id: 'quiet', tokenName: 'ETH', originName: 'Southshore', destinationId: 1 },
      ]),
  },
  { name: 'broadcast: readUnsettledAttempts', run: (database) => readUnsettledAttempts(database, SENDER) },
  { name: 'reconcile: readUnsettledSends', run: (database) => readUnsettledSends(database, SENDER) },
  {
    name: 'watch: readCanonicalDeposits, 64 blocks',
    run: (database, rows) => readCanonicalDeposits(database, 1, { from: blockOf(rows) - 63n, to: blockOf(rows) }),
  },
  {
    name: 'logs: readTransferIds',
    run: (database, rows) => readTransferIds(database, { ...SENDER, nonce: randomOf(rows) }),
  },
  { name: 'metrics: readDatabaseMetrics', run: (database) => readDatabaseMetrics(database, CATALOG) },
  { name: 'operator: list', run: (database) => list(database, null) },
  { name: 'operator: list --state held', run: (database) => list(database, 'held') },
  { name: 'operator: list --state delivered', run: (database) => list(database, 'delivered') },
  {
    name: 'operator: show <deposit hash>',
    run: async (database, rows) => {
      for (const { id } of await readTransfers(database, { hash: hashOf('transaction', randomOf(rows)) })) {
        await readStoredPayments(database, id);
        await readChanges(database, id);
      }
    },
  },
  {
    name: 'operator: find by payment hash',
    run: (database, rows) => readTransfers(database, { hash: hashOf('payment', randomOf(rows)) }),
  },
];
