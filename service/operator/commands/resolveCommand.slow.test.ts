import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OperatorDatabase } from '../../../tools/lab/postgres/operatorDatabase.ts';
import { startOperatorDatabase } from '../../../tools/lab/postgres/operatorDatabase.ts';
import { createSampleCatalog } from '../../../tools/lab/service/sampleCatalog.ts';
import type { ComparisonOptions } from '../../../tools/lab/service/storeComparison.ts';
import { storeComparison } from '../../../tools/lab/service/storeComparison.ts';
import { readDifferences } from '../../books/readings.ts';
import { rememberChain } from '../../chain/chains.ts';
import type { Database } from '../../db/database.ts';
import { supportedTokens } from '../../guards/model/supportedTokens.ts';
import { storeSupportedTokens } from '../../guards/orders.ts';
import { COMMANDS, parseCommandLine } from './commandLine.ts';

const WHY = 'a payment of the old service, in ticket 12';
const ALWAYS = ['--from', '2000-01-01', '--to', '2100-01-01'];
const TOKEN = 'USDC';

let world: OperatorDatabase;
const whole = createSampleCatalog();
// One chain: each stored comparison is one row.
const catalog = { ...whole, chains: whole.chains.slice(0, 1) };
const [chain] = catalog.chains;
if (!chain) throw new Error('the sample catalog has chains');

async function run(database: Database, ...args: readonly string[]) {
  const line = parseCommandLine(COMMANDS, args, 'a name');
  if (line.kind !== 'run') throw new Error('no command');
  return line.run({ catalog, database, clients: new Map() });
}

async function compare(options: Omit<ComparisonOptions, 'token'>): Promise<string> {
  await storeComparison({ database: () => world.root }, catalog, { token: TOKEN, ...options });
  const [row] = await world.root.query<{ id: bigint }>('select max(id) as id from book_readings');
  return String(row?.id);
}

const requireTwo = () => world.root.query("insert into supported_tokens values ($1, 'x', 'X', 0, 0)", [chain.id]);

async function printed(...args: readonly string[]): Promise<string> {
  const { stream } = await run(world.alice, 'export', ...ALWAYS, '--of', 'differences', ...args);
  let text = '';
  for await (const piece of stream?.(false) ?? []) text += piece;
  return text;
}

beforeAll(async () => {
  world = await startOperatorDatabase();
  await rememberChain(world.root, {
    chainId: chain.id,
    genesisHash: `0x${'00'.repeat(32)}`,
    depositContract: chain.vault,
  });
});
beforeEach(async () => {
  await world.root.query('truncate supported_tokens, book_readings, incidents, orders');
  await storeSupportedTokens(world.root, supportedTokens(catalog));
});
afterAll(() => world?.stop());

test('two operators resolve a difference once, and it stays in the list, the actions and both exports', async () => {
  await requireTwo();
  await compare({});
  const id = await compare({ difference: -5_000_000n });
  const asked = await run(world.alice, 'resolve', 'difference', id, '--why', WHY, '--who', 'Alice');
  expect(asked).toMatchObject({ isPending: true, json: { action: 'resolve', subject: `difference:${id}` } });
  expect(asked.lines[0]).toBe(
    `Nothing is changed yet: resolve difference:${id}: -5 USDC between the vaults on ${chain.name} and the books, at block 2.`,
  );
  const [, request = ''] = /Order (\d+) waits/.exec(asked.lines.join('\n')) ?? [];
  await expect(run(world.alice, 'approve', request, '--why', 'x')).rejects.toThrow('Another operator must approve it');
  expect((await run(world.bob, 'list', 'differences')).lines[1]).toMatch(/ -5 USDC\s+2 to 2\s+no$/);

  const { lines } = await run(world.bob, 'approve', request, '--why', 'compared with the explorer');
  expect(lines.at(-1)).toMatch(/^difference:\d+: -5 USDC between the vaults on/);
  expect((await run(world.bob, 'list', 'differences')).lines[1]).toMatch(
    new RegExp(` Alice \\(alice\\), approved by bob: ${WHY}$`),
  );
  expect((await run(world.bob, 'list', 'actions')).lines.join('\n')).toMatch(
    new RegExp(` Alice \\(alice\\), approved by bob +resolve +difference:${id} +-5 USDC between .* ${WHY}`),
  );
  await expect(run(world.alice, 'resolve', 'difference', id, '--why', 'x')).rejects.toThrow(
    'is resolved already, by Alice (alice)',
  );

  const [row] = JSON.parse(await printed('--format', 'json'));
  expect(row).toMatchObject({
    ...{ difference: id, chain: chain.name, account: 'vault', token: TOKEN, token_decimals: 6, amount: '-5000000' },
    ...{ from_block: '2', to_block: '2', mismatches: 0, explained: true, explained_by: 'Alice' },
    ...{ explained_by_role: 'alice', approved_by_role: 'bob', explanation: WHY },
  });
  const csv = Papa.parse<Record<string, string>>((await printed()).replace('\uFEFF', ''), { header: true });
  expect(csv.data[0]).toMatchObject({ difference: id, explanation: WHY, approved_by_role: 'bob' });
});

test('a later difference needs its own explanation and approval', async () => {
  await requireTwo();
  const first = await compare({ difference: 5n });
  const asked = await run(world.alice, 'resolve', 'difference', first, '--why', WHY);
  const [, request = ''] = /Order (\d+) waits/.exec(asked.lines.join('\n')) ?? [];
  const second = await compare({ difference: 7n });
  await run(world.bob, 'approve', request, '--why', 'x');
  expect((await run(world.alice, 'resolve', 'difference', second, '--why', WHY)).isPending).toBe(true);
  const open = (await readDifferences(world.alice)).filter(({ explanation }) => explanation === null);
  expect(open.map(({ id }) => String(id))).toEqual([second]);
});

test('without the two-operator rule one operator resolves alone, and a cell that looks like a formula stays text', async () => {
  const id = await compare({ difference: 5n });
  await run(world.alice, 'resolve', 'difference', id, '--why', '=cmd()');
  const [difference] = await readDifferences(world.alice);
  expect(difference?.explanation).toMatchObject({ role: 'alice', approvedBy: null, why: '=cmd()' });
  expect(await printed()).toContain(`,'=cmd()`);
});

test('transactions that cancel out are a difference of 0, and an equal comparison is none', async () => {
  const equal = await compare({ report: '{"mismatches":[]}' });
  await compare({ difference: null });
  const cancelled = await compare({ report: '{"mismatches":[{},{}]}' });
  expect(await readDifferences(world.alice)).toMatchObject([
    { id: BigInt(cancelled), mismatchCount: 2, difference: 0n },
  ]);
  await expect(run(world.alice, 'resolve', 'difference', equal, '--why', 'x')).rejects.toThrow(
    'There is no difference:',
  );
  expect(await printed('--format', 'json')).not.toBe('[]\n');
});

test('an explanation stays, and a comparison has only one', async () => {
  const id = await compare({ difference: 5n });
  const resolve = () => run(world.alice, 'resolve', 'difference', id, '--why', WHY);
  const answers = await Promise.allSettled([resolve(), resolve()]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const change of ['delete from orders', "update orders set why = 'x'"]) {
    await expect(world.alice.query(change)).rejects.toThrow('permission denied');
    await expect(world.root.query(change)).rejects.toThrow('append-only');
  }
});
