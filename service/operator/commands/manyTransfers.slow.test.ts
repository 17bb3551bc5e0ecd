import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LabInstallation } from '../../../lab/installation/installationFile.ts';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../../lab/service/operatorHarness.ts';
import { createOperatorHarness } from '../../../lab/service/operatorHarness.ts';
import { createFastClock } from '../../../lab/service/testService.ts';
import type { Database } from '../../db/database.ts';
import { openPostgres } from '../../db/postgres.ts';
import { COMMANDS, parseCommandLine } from './commandLine.ts';

const AMOUNT = 50_000_000n;
const AUTHOR = ['--why', 'a test', '--who', 'alice'];

let operator: OperatorHarness;

beforeAll(async () => {
  operator = await createOperatorHarness(46_900);
  for (const name of ['alice', 'bob']) {
    await operator.harness.database().query(`create role ${name} login in role causeway_operator`);
  }
});
beforeEach(() => operator.harness.reset());
afterAll(() => operator?.stop());

/** The ids in a state, oldest first. */
async function idsIn(state: string): Promise<readonly Hash[]> {
  const rows = await operator.harness
    .database()
    .query<{ id: Hash }>('select id from transfers where state = $1 order by created_at, id', [state]);
  return rows.map(({ id }) => id);
}

/** Deposits 50 USDC several times and holds each transfer, in bulk. */
async function createHeld(count: number) {
  const { harness, run } = operator;
  harness.keepMining();
  const service = await harness.start({ clock: createFastClock(5) });
  await run('pause', 'chain', 'Southshore', ...AUTHOR);
  const user = await harness.createUser();
  for (let made = 0; made < count; made += 1) await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await waitUntil(async () => (await idsIn('confirmed')).length === count, { what: 'confirmed transfers' });
  await run('hold', '--where', 'state=confirmed,token=USDC', '--confirm', String(count), ...AUTHOR);
  expect(await idsIn('held')).toHaveLength(count);
  return { service, user };
}

/** Runs a command on another database connection. */
function runOn(database: Database, name: string, ...args: string[]) {
  const line = parseCommandLine(COMMANDS, args, name);
  if (line.kind !== 'run') throw new Error('no command');
  return line.run({ ...operator.context, database });
}

test('refunds exactly what the dry run showed, once each', async () => {
  const { harness, run } = operator;
  const { user } = await createHeld(3);
  const where = ['refund', '--where', 'state=held,reason=operator_review,chain=Northshore,older-than=0s'];
  await expect(run(...where, ...AUTHOR)).resolves.toMatchObject({
    json: { dryRun: true, count: 3, value: 150n * 10n ** 18n },
    lines: [
      'This would refund 3 transfers, worth 150 USD.',
      '  150 USDC on Northshore',
      '  3 are held',
      'Nothing is changed. To do it, add: --confirm 3',
    ],
  });
  await expect(run(...where, '--confirm', '2', ...AUTHOR)).rejects.toThrow(
    '--confirm is 2, but the command would refund 3 transfers, worth 150 USD.',
  );
  expect(await idsIn('held')).toHaveLength(3);

  const { lines, isFailed } = await run(...where, '--confirm', '3', ...AUTHOR);
  expect(isFailed).toBeUndefined();
  expect(lines.slice(0, 3).join('\n')).toMatch(
    /^(?:Transfer 0x\w{64}: it was held, and its refund on Northshore is due\n?){3}$/,
  );
  expect(lines[3]).toBe('3 changed, 0 waiting, 0 refused.');
  await waitUntil(async () => (await idsIn('refunded')).length === 3, { what: 'three refunds' });
  expect(await harness.payments(harness.bridge.origin, user.address)).toHaveLength(3);
  expect((await run(...where, ...AUTHOR)).json).toMatchObject({ count: 0 });
  const { json: actions } = await run('list', 'actions');
  expect(Array.isArray(actions) && actions.filter(({ action }) => action === 'refund')).toHaveLength(3);
});

test('takes a file of ids, and refuses what is in another state', async () => {
  const { run, folder } = operator;
  const { service } = await createHeld(2);
  const [first = '0x', second = '0x'] = await idsIn('held');
  await run('refund', first, ...AUTHOR);
  await waitUntil(async () => (await idsIn('refunded')).length === 1);
  const file = await folder.write(
    'ids.txt',
    `# from the ticket\n${first}\n${second.toUpperCase().replace('0X', '0x')} # twice\n${second}\n`,
  );
  const bulk = ['retry', '--file', file];
  expect((await run(...bulk, ...AUTHOR)).lines).toEqual([
    'This would retry 2 transfers, worth 100 USD.',
    '  100 USDC on Northshore',
    '  1 is held',
    '  1 is refunded',
    'Nothing is changed. To do it, add: --confirm 2',
  ]);
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  const done = await run(...bulk, '--confirm', '2', ...AUTHOR);
  expect(done).toMatchObject({ isFailed: true });
  expect(done.lines).toContain(`Transfer ${first}: Transfer ${first} cannot be retried: it is refunded.`);
  expect(done.lines.at(-1)).toBe('1 changed, 0 waiting, 1 refused.');
  await waitUntil(async () => (await idsIn('delivered')).includes(second), { what: 'the released payout' });
  await service.stop();
  const broken = await folder.write('broken.txt', `${first}\n0x12\n`);
  await expect(run('retry', '--file', broken, ...AUTHOR)).rejects.toThrow('Line 2 of');
  const unknown = await folder.write('unknown.txt', `0x${'77'.repeat(32)}\n`);
  await expect(run('retry', '--file', unknown, ...AUTHOR)).rejects.toThrow('no transfer with the id');
});

test('goes on with the rest after an interruption', async () => {
  const { context } = operator;
  await createHeld(3);
  let orders = 0;
  const failing: Database = {
    ...context.database,
    query: (sql, parameters) => {
      if (sql.includes('place_order')) orders += 1;
      return orders === 2 ? Promise.reject(new Error('connection lost')) : context.database.query(sql, parameters);
    },
  };
  const bulk = ['refund', '--where', 'state=held'];
  const { lines, isFailed } = await runOn(failing, 'alice', ...bulk, '--confirm', '3', ...AUTHOR);
  expect(isFailed).toBe(true);
  expect(lines.slice(-2)).toEqual([
    '1 changed, 0 waiting, 0 refused.',
    'The command stopped after 1 of 3. Run it again: it goes on with the rest.',
  ]);
  expect(await idsIn('held')).toHaveLength(2);
  expect((await operator.run(...bulk, '--confirm', '2', ...AUTHOR)).lines.at(-1)).toBe(
    '2 changed, 0 waiting, 0 refused.',
  );
  expect(await idsIn('held')).toEqual([]);
});

test('each transfer above the bound waits for a second operator, who approves them together', async () => {
  const { harness, run } = operator;
  await createHeld(2);
  const { origin } = harness.bridge;
  const rule = 'update supported_tokens set one_operator_max = $3 where chain_id = $1 and token = $2';
  await harness.database().query(rule, [origin.chain.id, origin.token('USDC'), 40_000_000n]);
  const people = await Promise.all(
    ['alice', 'bob'].map(async (name) => {
      const url = new URL(harness.databaseUrl());
      url.username = name;
      return openPostgres({ url: url.href, poolSize: 2 }, () => {});
    }),
  );
  const [alice, bob] = people;
  if (!alice || !bob) throw new Error('no people');
  try {
    const bulk = ['refund', '--where', 'state=held', '--confirm', '2', '--why', 'a test'];
    const asked = await runOn(alice, 'alice', ...bulk);
    expect(asked).toMatchObject({ isPending: true });
    expect(asked.lines[2]).toBe('0 changed, 2 waiting, 0 refused.');
    expect(await idsIn('held')).toHaveLength(2);
    const [, first = '', second = ''] = /approve (\d+) (\d+) /.exec(asked.lines.join()) ?? [];
    const requests = (await run('list', 'orders')).lines.join();
    for (const id of await idsIn('held')) expect(requests).toContain(`refund transfer ${id} of 50 USDC, which is held`);
    expect((await runOn(bob, 'bob', 'approve', first, '--why', 'a test')).isFailed).toBeUndefined();
    const both = await runOn(bob, 'bob', 'approve', first, second, '--why', 'a test');
    expect(both).toMatchObject({ isFailed: true });
    expect(both.lines[0]).toBe(`Order ${first} is done: bob approved it.`);
    expect(await idsIn('held')).toEqual([]);
    expect((await run('list', 'orders')).lines.join()).toContain('approved by bob');
  } finally {
    await Promise.all(people.map((database) => database.close()));
  }
});

test('closes worthless deposits of unknown tokens by their reason', async () => {
  const { harness, run } = operator;
  harness.keepMining();
  await harness.start({ clock: createFastClock(5) });
  const user = await harness.createUser();
  for (let made = 0; made < 3; made += 1) await harness.bridge.deposit(user, { token: 'FAKE', amount: AMOUNT });
  await waitUntil(async () => (await idsIn('held')).length === 3, { what: 'held transfers' });
  const bulk = ['close', '--where', 'state=held,reason=token_not_supported'];
  const { lines } = await run(...bulk, ...AUTHOR);
  expect(lines[0]).toBe('This would close 3 transfers, of unknown value.');
  await run(...bulk, '--confirm', '3', ...AUTHOR);
  expect(await idsIn('closed')).toHaveLength(3);
});

/** The state of the transfer of a deposit; null when it is not stored. */
async function stateOf(hash: Hash): Promise<string | null> {
  const [row] = await operator.harness
    .database()
    .query<{ state: string }>('select state from transfers join deposits using (id) where tx_hash = $1', [hash]);
  return row?.state ?? null;
}

test('an ignored token is stored no more, and what is held of it can be closed alone', async () => {
  const { harness, run } = operator;
  const { bridge } = harness;
  harness.keepMining();
  const user = await harness.createUser();
  const deposit = (token: 'FAKE' | 'USDC') => bridge.deposit(user, { token, amount: AMOUNT });
  const fake = bridge.origin.token('FAKE');
  const first = await harness.start({ clock: createFastClock(5) });
  const held = [await deposit('FAKE'), await deposit('FAKE')];
  for (const hash of held) await waitUntil(async () => (await stateOf(hash)) === 'held', { what: 'a held transfer' });
  await first.stop();

  const change = (file: LabInstallation) => {
    for (const chain of file.chains) if (chain.name === 'Northshore') chain.ignoredTokens = [fake];
  };
  const service = await harness.start({ clock: createFastClock(5), change });
  const dropped = await deposit('FAKE');
  const honest = await deposit('USDC');
  await waitUntil(async () => (await stateOf(honest)) !== null, { what: 'the deposit after the dropped one' });
  expect(await stateOf(dropped)).toBeNull();
  expect((await service.receipt(dropped)).status.code).toBe(907);
  for (const hash of held) expect(await stateOf(hash)).toBe('held');

  const bulk = ['close', '--where', `state=held,chain=Northshore,token=${fake}`, '--confirm', '2'];
  expect((await run(...bulk, ...AUTHOR)).lines.at(-1)).toBe('2 changed, 0 waiting, 0 refused.');
  for (const hash of held) expect(await stateOf(hash)).toBe('closed');
  expect((await service.receipt(held[0] ?? '')).status).toMatchObject({ code: 909, details: { step: 'closed' } });
});
