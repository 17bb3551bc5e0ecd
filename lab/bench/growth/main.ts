import { openPostgres } from '../../../service/db/postgres.ts';
import { readCommandLine } from '../../commandLine.ts';
import { startTestPostgres } from '../../postgres/testPostgres.ts';
import type { Growth } from './describeGrowth.ts';
import { describeGrowth } from './describeGrowth.ts';
import { measureChains, measureTokens } from './measureChains.ts';
import { measureClients } from './measureClients.ts';
import { measureDeposits } from './measureDeposits.ts';
import { measurePairs } from './measurePairs.ts';
import { measureTransfers } from './measureTransfers.ts';

const HELP = `Usage: npm run bench -- growth

Measures what a pair, a deposit, a stored transfer, a client, a chain and a token cost, each at three sizes.`;

readCommandLine({ help: HELP, options: [] });

const PAIRS = [
  { chains: 5, tokens: 10 },
  { chains: 10, tokens: 22 },
  { chains: 20, tokens: 53 },
] as const;
const DEPOSITS = [10, 100, 1000] as const;
const TRANSFERS = [1000, 10_000, 100_000] as const;
const CLIENTS = [100, 1000, 10_000] as const;
const CHAINS = [2, 20, 100] as const;
const TOKENS = [10, 100, 1000] as const;

/** Measures one size after the other. */
async function mapInTurn<Size, Result>(
  sizes: readonly Size[],
  measure: (size: Size) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const size of sizes) results.push(await measure(size));
  return results;
}

const server = await startTestPostgres();
try {
  const database = await openPostgres({ url: await server.createDatabase(), poolSize: 4 }, () => {});
  const log = (what: string) => console.error(`${what} measured`);
  try {
    // Warm-up: the first work of a process takes longer.
    const [first] = PAIRS;
    await measurePairs(database, first);
    await measureDeposits(database, 100);
    await measureChains(database, 2);
    await measureTokens(10);
    const pairs = await mapInTurn(PAIRS, (extent) => measurePairs(database, extent));
    log('pairs');
    const deposits = await mapInTurn(DEPOSITS, (size) => measureDeposits(database, size));
    log('deposits');
    const chains = await mapInTurn(CHAINS, (size) => measureChains(database, size));
    log('chains');
    const tokens = await mapInTurn(TOKENS, measureTokens);
    const clients = await mapInTurn(CLIENTS, measureClients);
    const transfers = await mapInTurn(TRANSFERS, (rows) => measureTransfers(server, rows));
    log('transfers');
    const pairSizes = PAIRS.map(({ chains, tokens }) => chains * (chains - 1) * tokens);
    const rows: readonly Growth[] = [
      {
        unit: 'pair',
        cost: 'ms of CPU to check the configuration',
        sizes: pairSizes,
        costs: pairs.map((one) => one.configuration),
      },
      {
        unit: 'pair and epoch',
        cost: 'rows of fees, at a steady gas price',
        sizes: pairSizes,
        costs: pairs.map((one) => one.rows),
      },
      {
        unit: 'pair and epoch',
        cost: 'ms of CPU to refresh the fees',
        sizes: pairSizes,
        costs: pairs.map((one) => one.feeCpu),
      },
      { unit: 'pair', cost: 'bytes of the list (brotli)', sizes: pairSizes, costs: pairs.map((one) => one.bytes) },
      {
        unit: 'deposit of one block',
        cost: 'ms of CPU to store and decide',
        sizes: DEPOSITS,
        costs: deposits.map((one) => one.cpu),
      },
      {
        unit: 'deposit of one block',
        cost: 'RPC calls to store and decide',
        sizes: DEPOSITS,
        costs: deposits.map((one) => one.calls),
      },
      {
        unit: 'receipt',
        cost: 'ms to read, by stored transfers',
        sizes: TRANSFERS,
        costs: transfers.map((one) => one.receipt),
      },
      {
        unit: 'turn of the signer',
        cost: 'ms to find due payments, by stored transfers',
        sizes: TRANSFERS,
        costs: transfers.map((one) => one.due),
      },
      { unit: 'request', cost: 'µs of CPU to count it, by clients', sizes: CLIENTS, costs: clients },
      {
        unit: 'chain and block',
        cost: 'ms of CPU without deposits',
        sizes: CHAINS,
        costs: chains.map((one) => one.cpu),
      },
      {
        unit: 'chain and block',
        cost: 'RPC calls without deposits',
        sizes: CHAINS,
        costs: chains.map((one) => one.calls),
      },
      { unit: 'token', cost: 'RPC calls to read the funds', sizes: TOKENS, costs: tokens.map((one) => one.calls) },
      { unit: 'token', cost: 'bytes of the answer (hex)', sizes: TOKENS, costs: tokens.map((one) => one.bytes) },
      { unit: 'token', cost: 'ms of CPU to read the funds', sizes: TOKENS, costs: tokens.map((one) => one.cpu) },
    ];
    const table = describeGrowth(rows);
    console.log(table);
  } finally {
    await database.close();
  }
} finally {
  await server.stop();
}
