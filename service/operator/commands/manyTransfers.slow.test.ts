import type { Hash } from 'viem';
import { expect } from 'vitest';
import { test } from '../../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../../tools/lab/installation/testInstallation.ts';
import type { Operator } from '../../../tools/lab/installation/testOperator.ts';
import { AUTHOR, runCommand } from '../../../tools/lab/installation/testOperator.ts';
import { createFastClock } from '../../../tools/lab/installation/testService.ts';
import { storeTransfer, TEST_ADDRESS } from '../../../tools/lab/postgres/storeTransfer.ts';
import { waitUntil } from '../../../tools/lab/processes/waitUntil.ts';
import { rememberChain } from '../../chain/chains.ts';
import type { Database } from '../../db/database.ts';

/** The ids in a state, oldest first. */
async function idsIn(installation: TestInstallation, state: string): Promise<readonly Hash[]> {
  const rows = await installation.query<{ id: Hash }>(
    'select id from transfers where state = $1 order by created_at, id',
    [state],
  );
  return rows.map(({ id }) => id);
}

/** Deposits 50 USDC several times and holds each transfer, in bulk. */
async function createHeld(operator: Operator, count: number) {
  const { installation, run } = operator;
  installation.keepMining();
  const service = await installation.start({ clock: createFastClock(5) });
  await run('pause', 'chain', 'Southshore', ...AUTHOR);
  const user = await installation.createUser();
  for (let made = 0; made < count; made += 1) await installation.deposit({ user });
  await waitUntil(async () => (await idsIn(installation, 'confirmed')).length === count, {
    what: 'confirmed transfers',
  });
  await run('hold', '--where', 'state=confirmed,token=USDC', '--confirm', String(count), ...AUTHOR);
  expect(await idsIn(installation, 'held')).toHaveLength(count);
  return { service, user };
}

/** Stores transfers that the service has held, of a token that the test's installation doesn't have. */
async function storeHeld({ database }: TestInstallation, count: number): Promise<void> {
  await rememberChain(database(), {
    ...{ chainId: 1, genesisHash: `0x${'00'.repeat(32)}`, depositContract: TEST_ADDRESS },
  });
  await database().query("insert into supported_tokens values (1, $1, 'USDC', 0, null)", [TEST_ADDRESS]);
  for (let made = 0; made < count; made += 1) await storeTransfer(database(), { state: 'held' });
}

test('refunds exactly what the dry run showed, once each', async ({ installation, operator }) => {
  const { run } = operator;
  const { user } = await createHeld(operator, 3);
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
  expect(await idsIn(installation, 'held')).toHaveLength(3);

  const { lines, isFailed } = await run(...where, '--confirm', '3', ...AUTHOR);
  expect(isFailed).toBeUndefined();
  expect(lines.slice(0, 3).join('\n')).toMatch(
    /^(?:Transfer 0x\w{64}: it was held, and its refund on Northshore is due\n?){3}$/,
  );
  expect(lines[3]).toBe('3 changed, 0 waiting, 0 refused.');
  await waitUntil(async () => (await idsIn(installation, 'refunded')).length === 3, { what: 'three refunds' });
  expect(await installation.payments(installation.bridge.origin, user.address)).toHaveLength(3);
  expect((await run(...where, ...AUTHOR)).json).toMatchObject({ count: 0 });
  const { json: actions } = await run('list', 'actions');
  expect(Array.isArray(actions) && actions.filter(({ action }) => action === 'refund')).toHaveLength(3);
});

test('takes a file of ids, and refuses transfers in another state', async ({ operator }) => {
  const { installation, run, folder } = operator;
  const { service } = await createHeld(operator, 2);
  const [first = '0x', second = '0x'] = await idsIn(installation, 'held');
  await run('refund', first, ...AUTHOR);
  await waitUntil(async () => (await idsIn(installation, 'refunded')).length === 1);
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
  await waitUntil(async () => (await idsIn(installation, 'delivered')).includes(second), {
    what: 'the released payout',
  });
  await service.stop();
  const broken = await folder.write('broken.txt', `${first}\n0x12\n`);
  await expect(run('retry', '--file', broken, ...AUTHOR)).rejects.toThrow('Line 2 of');
  const unknown = await folder.write('unknown.txt', `0x${'77'.repeat(32)}\n`);
  await expect(run('retry', '--file', unknown, ...AUTHOR)).rejects.toThrow('no transfer with the id');
});

test('goes on with the rest after an interruption', async ({ operator }) => {
  const { installation, context } = operator;
  await storeHeld(installation, 3);
  let orders = 0;
  const failing: Database = {
    ...context.database,
    query: (sql, parameters) => {
      if (sql.includes('place_order')) orders += 1;
      return orders === 2 ? Promise.reject(new Error('connection lost')) : context.database.query(sql, parameters);
    },
  };
  const bulk = ['refund', '--where', 'state=held'];
  const { lines, isFailed } = await runCommand({ ...context, database: failing }, [
    ...bulk,
    '--confirm',
    '3',
    ...AUTHOR,
  ]);
  expect(isFailed).toBe(true);
  expect(lines.slice(-2)).toEqual([
    '1 changed, 0 waiting, 0 refused.',
    'The command stopped after 1 of 3. Run it again: it continues with the rest.',
  ]);
  expect(await idsIn(installation, 'held')).toHaveLength(2);
  expect((await operator.run(...bulk, '--confirm', '2', ...AUTHOR)).lines.at(-1)).toBe(
    '2 changed, 0 waiting, 0 refused.',
  );
  expect(await idsIn(installation, 'held')).toEqual([]);
});

test('each transfer above the limit waits for a second operator, who approves them together', async ({
  installation,
  operator,
}) => {
  const { run } = operator;
  await storeHeld(installation, 2);
  await installation.query('update supported_tokens set one_operator_max = 9');
  const [alice, bob] = [await operator.connectAs('alice'), await operator.connectAs('bob')];
  const asked = await alice.run('refund', '--where', 'state=held', '--confirm', '2', '--why', 'a test');
  expect(asked).toMatchObject({ isPending: true });
  expect(asked.lines[2]).toBe('0 changed, 2 waiting, 0 refused.');
  expect(await idsIn(installation, 'held')).toHaveLength(2);
  const [, first = '', second = ''] = /approve (\d+) (\d+) /.exec(asked.lines.join()) ?? [];
  const requests = (await run('list', 'orders')).lines.join();
  for (const id of await idsIn(installation, 'held')) {
    expect(requests).toContain(`refund transfer ${id} of 10 USDC, which is held`);
  }
  expect((await bob.run('approve', first, '--why', 'a test')).isFailed).toBeUndefined();
  const both = await bob.run('approve', first, second, '--why', 'a test');
  expect(both).toMatchObject({ isFailed: true });
  expect(both.lines[0]).toBe(`Order ${first} is done: bob approved it.`);
  expect(await idsIn(installation, 'held')).toEqual([]);
  expect((await run('list', 'orders')).lines.join()).toContain('approved by bob');
});

test('closes worthless deposits of unknown tokens by their reason', async ({ installation, operator: { run } }) => {
  await storeHeld(installation, 4);
  const [supported, ...unknown] = await idsIn(installation, 'held');
  const token = "update deposits set token = '0x90F79bf6EB2c4f870365E785982E1f101E93b906' where id = any($1)";
  await installation.query(token, [unknown]);
  await installation.query("update transfers set reason_code = 'token_not_supported' where id = any($1)", [unknown]);
  const bulk = ['close', '--where', 'state=held,reason=token_not_supported'];
  const { lines } = await run(...bulk, ...AUTHOR);
  expect(lines[0]).toBe('This would close 3 transfers, of unknown value.');
  await run(...bulk, '--confirm', '3', ...AUTHOR);
  expect(await idsIn(installation, 'closed')).toEqual(unknown);
  expect(await idsIn(installation, 'held')).toEqual([supported]);
});

test('an ignored token is no longer stored, and its held transfers can be closed one by one', async ({
  installation,
  operator: { run },
}) => {
  installation.keepMining();
  const user = await installation.createUser();
  const deposit = (token: 'FAKE' | 'USDC') => installation.deposit({ user, token });
  const fake = installation.bridge.origin.token('FAKE');
  const first = await installation.start({ clock: createFastClock(5) });
  const held = [await deposit('FAKE'), await deposit('FAKE')];
  for (const transfer of held) await transfer.until('held');
  await first.stop();

  const change = (file: LabInstallation) => {
    for (const chain of file.chains) if (chain.name === 'Northshore') chain.ignoredTokens = [fake];
  };
  await installation.start({ clock: createFastClock(5), change });
  const dropped = await deposit('FAKE');
  const honest = await deposit('USDC');
  await waitUntil(honest.stored, { what: 'the deposit after the dropped one' });
  expect(await dropped.stored()).toBeNull();
  expect((await dropped.receipt()).status.code).toBe(907);
  for (const transfer of held) expect(await transfer.stored()).toMatchObject({ state: 'held' });

  const bulk = ['close', '--where', `state=held,chain=Northshore,token=${fake}`, '--confirm', '2'];
  expect((await run(...bulk, ...AUTHOR)).lines.at(-1)).toBe('2 changed, 0 waiting, 0 refused.');
  for (const transfer of held) expect(await transfer.stored()).toMatchObject({ state: 'closed' });
  expect((await held[0]?.receipt())?.status).toMatchObject({ code: 909, details: { step: 'closed' } });
});
