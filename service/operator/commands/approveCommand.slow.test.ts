import { parseUnits } from 'viem';
import { expect } from 'vitest';
import { test as operatorTest } from '../../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../../tools/lab/installation/testInstallation.ts';
import { createFastClock } from '../../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../../tools/lab/processes/waitUntil.ts';
import { haltSender } from '../../payments/senders.ts';
import type { CommandOutput } from './command.ts';

const AUTHOR = ['--why', 'a test'];
const change = (above: string) => (file: LabInstallation) => {
  file.operators = ['alice', 'bob'];
  file.guards.approveAbove = above;
};

const test = operatorTest
  .extend('alice', ({ operator }) => operator.connectAs('alice'))
  .extend('bob', ({ operator }) => operator.connectAs('bob'));

async function startWithRule({ database, keepMining, start }: TestInstallation, above: string): Promise<void> {
  keepMining();
  await start({ change: change(above), clock: createFastClock(5) });
  const bounds = () => database().query('select 1 from supported_tokens where one_operator_max is not null');
  await waitUntil(async () => (await bounds()).length > 0, { what: 'the bounds of the rule' });
}

/** The number of the order that a command left waiting. */
function orderOf({ isPending, lines }: CommandOutput): string {
  expect(isPending).toBe(true);
  return /Order (\d+) waits/.exec(lines.join('\n'))?.[1] ?? '';
}

test('a refund above the value waits for a second operator, and every way around this is refused', async ({
  installation,
  operator,
  alice,
  bob,
}) => {
  await startWithRule(installation, '10');
  const transfer = await operator.depositWhilePaused();
  const id = await transfer.id();
  await alice.run('hold', id, ...AUTHOR);
  await expect(operator.run('refund', id, ...AUTHOR)).rejects.toThrow('connect with your own database role');
  const asked = await alice.run('refund', id, '--why', 'the customer asked', '--who', 'Bob the forger');
  expect(asked).toMatchObject({ isPending: true, json: { action: 'refund', subject: id } });
  expect(asked.lines.join('\n')).toMatch(/Nothing is changed yet: refund transfer 0x\w+ of 50 USDC, which is held\./);
  const request = orderOf(asked);
  expect((await transfer.stored())?.state).toBe('held');
  expect((await operator.run('list', 'orders')).lines.join('\n')).toMatch(new RegExp(`^${request} +open `, 'm'));

  await expect(alice.run('approve', request, ...AUTHOR)).rejects.toThrow('Another operator must approve it');
  await expect(operator.run('approve', request, ...AUTHOR)).rejects.toThrow('Another operator must approve it');
  for (const state of ['rejected', 'confirmed', 'seen', 'unseen']) {
    const update = alice.database.query('update transfers set state = $2 where id = $1', [id, state]);
    await expect(update, state).rejects.toThrow('permission denied');
  }
  const forged =
    "update orders set approved_role = 'bob', approved_who = 'bob', approved_why = 'x', applied_at = now()";
  for (const way of [forged, 'delete from supported_tokens']) {
    await expect(alice.database.query(way)).rejects.toThrow('permission denied');
  }
  expect((await transfer.stored())?.state).toBe('held');

  const done = await bob.run('approve', request, '--why', 'compared with the ticket');
  expect(done.lines.join('\n')).toMatch(
    /Approved order \d+ of Bob the forger \(alice\)\.\nTransfer 0x\w+: it was held, and its refund on/,
  );
  await operator.run('resume', 'all', ...AUTHOR).catch(() => {});
  await transfer.untilReceipt(909);
  await transfer.until('refunded');
  expect(await transfer.refunds()).toHaveLength(1);
  await expect(bob.run('approve', request, ...AUTHOR)).rejects.toThrow('is done: bob approved it');
  const actions = await installation.query(
    "select who, role, approved_who, approved_role from orders where action = 'refund' and applied_at is not null",
  );
  expect(actions).toEqual([{ who: 'Bob the forger', role: 'alice', approvedWho: 'bob', approvedRole: 'bob' }]);
  expect((await operator.run('list', 'orders')).lines.join('\n')).toMatch(
    /done, approved by bob\s+Bob the forger \(alice\)\s+\S+ \S+ UTC\s+it was held, and its refund on \S+ is due\s+the customer asked/,
  );
});

test('an order to end a halt is refused if the chain now answers differently', async ({
  installation,
  operator,
  alice,
  bob,
}) => {
  await startWithRule(installation, '1000000');
  await haltSender(installation.database(), installation.senderKey, 'a foreign transaction');
  const order = orderOf(await alice.run('unhalt', 'Southshore', '--decisions', 'none', ...AUTHOR));
  await installation.useKeyElsewhere();
  await expect(bob.run('approve', order, ...AUTHOR)).rejects.toThrow(
    /the chain no longer answers as it did|are final\. Run this command again/,
  );
  expect((await operator.run('list', 'halts')).lines.join()).toContain('a foreign transaction');
});

test('the end of a halt and of a stop of the circuit breaker always needs a second operator', async ({
  installation,
  operator,
  alice,
  bob,
}) => {
  await startWithRule(installation, '1000000');
  const database = installation.database();
  await haltSender(database, installation.senderKey, 'a foreign transaction');
  await database.query("insert into breaker_trips (subject, detail) values ('all', 'too much left')");
  await database.query("insert into pauses (subject, who, why) values ('all', 'circuit breaker', 'too much left')");
  const asked = [
    await alice.run('resume', 'all', ...AUTHOR),
    await alice.run('unhalt', 'Southshore', '--decisions', 'none', ...AUTHOR),
  ];
  const ids = asked.map(orderOf);
  expect((await operator.run('list', 'pauses')).lines.join()).toContain('circuit breaker');
  for (const id of ids) await bob.run('approve', id, ...AUTHOR);
  expect((await operator.run('list', 'pauses')).lines).toEqual(['Nothing is paused.']);
  expect((await operator.run('list', 'halts')).lines).toEqual(['No sender is halted, and no chain is stopped.']);
  const transfer = await installation.deposit({ amount: parseUnits('50', 6) });
  await transfer.delivered();
});
