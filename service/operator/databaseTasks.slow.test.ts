import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { test } from '../../tools/lab/fixtures.ts';
import type { Operator } from '../../tools/lab/installation/testOperator.ts';
import { AUTHOR } from '../../tools/lab/installation/testOperator.ts';
import { restoreBackup, takeBackup } from '../../tools/lab/postgres/backup.ts';
import { clearDatabase } from '../../tools/lab/postgres/testDatabases.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { openBooks } from '../../tools/lab/service/openBooks.ts';
import type { TypedCommand } from '../../tools/lab/service/pageSection.ts';
import { readTypedCommands } from '../../tools/lab/service/pageSection.ts';

const PAGE = readFileSync('docs/operating.md', 'utf8');

/** Types a command from the page until it succeeds, and compares what it prints. */
async function type(operator: Operator, command: TypedCommand | undefined): Promise<void> {
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

test('"To back up and restore the database" prints what it says, and the books are equal', async ({
  installation,
  operator,
}) => {
  installation.keepMining();
  const [pause, halts, unhalt, resume, reconcile, ...others] = readTypedCommands(
    PAGE,
    'To back up and restore the database',
  );
  expect(others).toEqual([]);
  await openBooks(installation, operator.context);
  const before = await installation.start();
  await (await installation.deposit()).delivered();
  const backup = await takeBackup(installation.database());
  const lost = await installation.deposit();
  const payout = await lost.delivered();
  await before.stop();
  await restoreBackup(installation.database(), backup);

  await type(operator, pause);
  await installation.start();
  await type(operator, halts);
  await type(operator, unhalt);
  await type(operator, resume);
  expect((await lost.delivered()).hash).toBe(payout.hash);
  await type(operator, reconcile);
});

test('"To move to a new database" prints what it says, and pays nothing that an operator holds', async ({
  installation,
  operator,
}) => {
  const { run } = operator;
  installation.keepMining();
  const [exported, halts, unhaltSouth, unhaltNorth, ...others] = readTypedCommands(PAGE, 'To move to a new database');
  expect(others).toEqual([]);
  const before = await installation.start();
  const paid = await installation.deposit();
  const payout = await paid.delivered();
  const transfer = await operator.depositWhilePaused();
  const id = await transfer.id();
  await run('hold', id, ...AUTHOR);
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  await before.stop();
  await type(operator, exported);
  await clearDatabase(installation.database());

  await installation.start();
  await type(operator, halts);
  await waitUntil(() => transfer.id().catch(() => null), { what: 'the deposit in the new database' });
  await type(operator, unhaltSouth);
  await type(operator, unhaltNorth);
  expect((await paid.delivered()).hash).toBe(payout.hash);
  await (await installation.deposit()).delivered();
  expect(await transfer.payouts()).toEqual([]);
});
