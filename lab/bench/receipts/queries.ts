import { readUnsettledAttempts } from '../../../service/db/attempts.ts';
import type { Database } from '../../../service/db/database.ts';
import { readCanonicalDeposits } from '../../../service/db/deposits.ts';
import { readExposed } from '../../../service/db/exposure.ts';
import { readFigures } from '../../../service/db/figures.ts';
import { hasBindingObligation, readReserved, readTransferIds } from '../../../service/db/obligations.ts';
import { readTransferSummary } from '../../../service/db/receipts.ts';
import { readUnsettledSends } from '../../../service/db/sends.ts';
import { readTransferDetails } from '../../../service/db/transferDetails.ts';
import { readChanges } from '../../../service/db/transferEvents.ts';
import { findTransfers, listTransfers } from '../../../service/db/transferList.ts';
import { readPayable, readSeen } from '../../../service/db/transfers.ts';
import { createSampleCatalog } from '../../service/sampleCatalog.ts';
import { blockOf, CHAIN_IDS, hashOf, MAKER, TOKEN } from './fillTransfers.ts';

/** Something that the service or its operator asks a database with a number of transfers. */
export type Probe = { readonly name: string; ask(database: Database, rows: number): Promise<unknown> };

const anyOf = (rows: number) => 1 + Math.floor(Math.random() * rows);
const newestOf = (rows: number) => rows - Math.floor(Math.random() * Math.min(rows, 10_000));

/** What everybody may ask. Each asks for another transfer every time. */
export const RECEIPTS: readonly Probe[] = [
  {
    name: 'receipt, any transfer',
    ask: (database, rows) => readTransferSummary(database, hashOf('transaction', anyOf(rows))),
  },
  {
    name: 'receipt, one of the newest 10,000',
    ask: (database, rows) => readTransferSummary(database, hashOf('transaction', newestOf(rows))),
  },
  {
    name: 'receipt, unknown hash',
    ask: (database, rows) => readTransferSummary(database, hashOf('transaction', rows + anyOf(1e9))),
  },
];

const SENDER = { chainId: 1, address: MAKER };
const BATCH = 100;
const CATALOG = createSampleCatalog(({ chains }) => {
  chains.forEach((chain, index) => {
    chain.id = CHAIN_IDS[index] ?? chain.id;
  });
});
const list = (database: Database, state: 'delivered' | 'held' | null, olderThanMs = 0) =>
  listTransfers(database, { state, chainId: null, olderThanMs, limit: 50 });

/** What the workers ask again and again, and the operator now and then. */
export const OTHERS: readonly Probe[] = [
  {
    name: 'accept: readSeen',
    ask: (database, rows) => readSeen(database, { chainId: 1, upToBlock: BigInt(rows), now: new Date(), limit: BATCH }),
  },
  {
    name: 'sign: readPayable',
    ask: (database) => readPayable(database, { chainId: 1, now: new Date(), limit: BATCH }),
  },
  {
    name: 'sign: hasBindingObligation',
    ask: (database, rows) => hasBindingObligation(database, hashOf('deposit', anyOf(rows))),
  },
  {
    name: 'sign: readReserved',
    ask: (database, rows) => readReserved(database, { chainId: 1, token: TOKEN, atBlock: BigInt(rows) }),
  },
  {
    name: 'sign: readExposed, 64 blocks',
    ask: (database, rows) => readExposed(database, 1, blockOf(rows) - 64n),
  },
  { name: 'broadcast: readUnsettledAttempts', ask: (database) => readUnsettledAttempts(database, SENDER) },
  { name: 'reconcile: readUnsettledSends', ask: (database) => readUnsettledSends(database, SENDER) },
  {
    name: 'watch: readCanonicalDeposits, 64 blocks',
    ask: (database, rows) => readCanonicalDeposits(database, 1, { from: blockOf(rows) - 63n, to: blockOf(rows) }),
  },
  {
    name: 'logs: readTransferIds',
    ask: (database, rows) => readTransferIds(database, { ...SENDER, nonce: anyOf(rows) }),
  },
  { name: 'metrics: readFigures', ask: (database) => readFigures(database, CATALOG) },
  { name: 'operator: list', ask: (database) => list(database, null) },
  { name: 'operator: list --state held', ask: (database) => list(database, 'held') },
  { name: 'operator: list --state delivered', ask: (database) => list(database, 'delivered') },
  {
    name: 'operator: show <hash of a deposit>',
    ask: async (database, rows) => {
      for (const id of await findTransfers(database, hashOf('transaction', anyOf(rows)))) {
        await readTransferDetails(database, id);
        await readChanges(database, id);
      }
    },
  },
  {
    name: 'operator: find by the hash of a payment',
    ask: (database, rows) => findTransfers(database, hashOf('payment', anyOf(rows))),
  },
];
