import { readFileSync } from 'node:fs';
import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { restoreBackup, takeBackup } from '../../lab/postgres/backup.ts';
import { clearDatabase } from '../../lab/postgres/testDatabases.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { openBooks } from '../../lab/service/openBooks.ts';
import type { OperatorHarness } from '../../lab/service/operatorHarness.ts';
import { createOperatorHarness, depositWhilePaused } from '../../lab/service/operatorHarness.ts';
import type { TypedCommand } from '../../lab/service/pageSection.ts';
import { readTypedCommands } from '../../lab/service/pageSection.ts';

const PAGE = readFileSync('docs/operating.md', 'utf8');
const AMOUNT = 50_000_000n;
const AUTHOR = ['--why', 'a test', '--who', 'alice'];

let operator: OperatorHarness;

beforeAll(async () => {
  operator = await createOperatorHarness(48_500);
});
beforeEach(() => operator.harness.reset());
afterAll(() => operator?.stop());

/** Types a command of the page until it succeeds, and compares what it prints. */
async function type(command: TypedCommand | undefined): Promise<void> {
  if (!command) throw new Error('the section has fewer commands than this test types');
  const { folder } = operator;
  const args = command.args.map((arg) => (arg.endsWith('.json') ? `${folder.path}/${arg}` : arg));
  let last = '';
  const run = async () => {
    const { code, stdout, stderr } = await operator.process.run(...args);
    last = stdout + stderr;
    if (code !== 0) return false;
    if (command.file !== null) await folder.write(command.file, stdout);
    return command.file !== null || command.output.test(stdout);
  };
  await waitUntil(run, { everyMs: 1000, what: `"${args.join(' ')}" as on the page` }).catch((error: unknown) => {
    throw new Error(`${String(error)}\nexpected ${command.output}\nprinted ${last}`);
  });
}

async function deposit(): Promise<Hash> {
  const { bridge, createUser } = operator.harness;
  return bridge.deposit(await createUser(), { token: 'USDC', amount: AMOUNT });
}

test('"To back up and restore the database" prints what it says, and the books are equal', async () => {
  const { harness } = operator;
  harness.keepMining();
  const [pause, halts, unhalt, resume, reconcile, ...others] = readTypedCommands(
    PAGE,
    'To back up and restore the database',
  );
  expect(others).toEqual([]);
  await openBooks(harness, operator.context);
  const before = await harness.start();
  await before.waitForReceipt(await deposit(), 0);
  const backup = await takeBackup(harness.database());
  const lost = await deposit();
  const { data } = await before.waitForReceipt(lost, 0);
  await before.stop();
  await restoreBackup(harness.database(), backup);

  await type(pause);
  const after = await harness.start();
  await type(halts);
  await type(unhalt);
  await type(resume);
  expect((await after.waitForReceipt(lost, 0)).data.to_chain_hash).toBe(data.to_chain_hash);
  await type(reconcile);
});

test('"To move to a new database" prints what it says, and pays nothing that an operator holds', async () => {
  const { harness, run, findId } = operator;
  harness.keepMining();
  const [exported, halts, unhaltSouth, unhaltNorth, ...others] = readTypedCommands(PAGE, 'To move to a new database');
  expect(others).toEqual([]);
  const before = await harness.start();
  const paid = await deposit();
  const { data } = await before.waitForReceipt(paid, 0);
  const { user, id, hash } = await depositWhilePaused(operator, before, AUTHOR);
  await run('hold', id, ...AUTHOR);
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  await before.stop();
  await type(exported);
  await clearDatabase(harness.database());

  const after = await harness.start();
  await type(halts);
  await waitUntil(() => findId(hash).catch(() => null), { what: 'the deposit in the new database' });
  await type(unhaltSouth);
  await type(unhaltNorth);
  expect((await after.waitForReceipt(paid, 0)).data.to_chain_hash).toBe(data.to_chain_hash);
  await after.waitForReceipt(await deposit(), 0);
  expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([]);
});
