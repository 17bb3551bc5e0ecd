import type { Hash } from 'viem';
import { parseUnits } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LabInstallation } from '../../../lab/installation/installationFile.ts';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../../lab/service/operatorHarness.ts';
import { createOperatorHarness, depositWhilePaused } from '../../../lab/service/operatorHarness.ts';
import type { TestService } from '../../../lab/service/testService.ts';
import { createFastClock } from '../../../lab/service/testService.ts';
import type { Database } from '../../db/database.ts';
import { openPostgres } from '../../db/postgres.ts';
import { haltSender } from '../../payments/senders.ts';
import type { CommandOutput } from './command.ts';
import { COMMANDS, parseCommandLine } from './commandLine.ts';

const AUTHOR = ['--why', 'a test'];
const change = (above: string) => (file: LabInstallation) => {
  file.operators = ['alice', 'bob'];
  file.guards.approveAbove = above;
};

type Person = { readonly database: Database; run(...args: string[]): Promise<CommandOutput> };

let operator: OperatorHarness;
let alice: Person;
let bob: Person;

async function connect(name: string): Promise<Person> {
  const url = new URL(operator.harness.databaseUrl());
  url.username = name;
  const database = await openPostgres({ url: url.href, poolSize: 2 }, () => {});
  return {
    database,
    run: async (...args) => {
      const line = parseCommandLine(COMMANDS, args, name);
      if (line.kind !== 'run') throw new Error('no command');
      return line.run({ ...operator.context, database });
    },
  };
}

beforeAll(async () => {
  operator = await createOperatorHarness(46_700);
  // As docs/operating.md says.
  for (const name of ['alice', 'bob']) {
    await operator.harness.database().query(`create role ${name} login in role causeway_operator`);
  }
  alice = await connect('alice');
  bob = await connect('bob');
});
beforeEach(() => operator.harness.reset());
afterAll(async () => {
  await Promise.all([alice, bob].map((person) => person?.database.close()));
  await operator?.stop();
});

async function startWithRule(above: string): Promise<TestService> {
  const { harness } = operator;
  harness.keepMining();
  const service = await harness.start({ change: change(above), clock: createFastClock(5) });
  await waitUntil(
    async () =>
      (await harness.database().query('select 1 from supported_tokens where one_operator_max is not null')).length > 0,
    {
      what: 'the bounds of the rule',
    },
  );
  return service;
}

const stateOf = async (id: Hash) => {
  const [row] = await operator.harness
    .database()
    .query<{ state: string }>('select state from transfers where id = $1', [id]);
  return row?.state;
};

/** The number of the order that a command let wait. */
function orderOf({ isPending, lines }: CommandOutput): string {
  expect(isPending).toBe(true);
  return /Order (\d+) waits/.exec(lines.join('\n'))?.[1] ?? '';
}

test('a refund above the value waits for a second operator, with every way around refused', async () => {
  const service = await startWithRule('10');
  const { user, hash, id } = await depositWhilePaused(operator, service, [...AUTHOR, '--who', 'alice']);
  await alice.run('hold', id, ...AUTHOR);
  await expect(operator.run('refund', id, ...AUTHOR)).rejects.toThrow('connect with your own database role');
  const asked = await alice.run('refund', id, '--why', 'the customer asked', '--who', 'Bob the forger');
  expect(asked).toMatchObject({ isPending: true, json: { action: 'refund', subject: id } });
  expect(asked.lines.join('\n')).toMatch(/Nothing is changed yet: refund transfer 0x\w+ of 50 USDC, which is held\./);
  const request = orderOf(asked);
  expect(await stateOf(id)).toBe('held');

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
  expect(await stateOf(id)).toBe('held');

  const done = await bob.run('approve', request, '--why', 'compared with the ticket');
  expect(done.lines.join('\n')).toMatch(
    /Approved order \d+ of Bob the forger \(alice\)\.\nTransfer 0x\w+: it was held, and its refund on/,
  );
  await operator.run('resume', 'all', ...AUTHOR).catch(() => {});
  await service.waitForReceipt(hash, 909);
  await waitUntil(async () => (await stateOf(id)) === 'refunded');
  expect(await operator.harness.payments(operator.harness.bridge.origin, user.address)).toHaveLength(1);
  await expect(bob.run('approve', request, ...AUTHOR)).rejects.toThrow('is done: bob approved it');
  const actions = await operator.harness
    .database()
    .query(
      "select who, role, approved_who, approved_role from orders where action = 'refund' and applied_at is not null",
    );
  expect(actions).toEqual([{ who: 'Bob the forger', role: 'alice', approvedWho: 'bob', approvedRole: 'bob' }]);
  expect((await operator.run('list', 'orders')).lines.join('\n')).toMatch(
    /done, approved by bob\s+Bob the forger \(alice\)\s+\S+ \S+ UTC\s+it was held, and its refund on \S+ is due\s+the customer asked/,
  );
});

test('below the value one operator acts alone', async () => {
  const service = await startWithRule('50');
  const { hash, id } = await depositWhilePaused(operator, service, [...AUTHOR, '--who', 'alice']);
  await alice.run('hold', id, ...AUTHOR);
  expect((await operator.run('retry', id, ...AUTHOR)).isPending).toBeUndefined();
  await operator.run('resume', 'chain', 'Southshore', ...AUTHOR);
  await service.waitForReceipt(hash, 0);
});

test('the end of an owed refund needs a second operator at any amount, alone and in bulk', async () => {
  const service = await startWithRule('1000000');
  const { id } = await depositWhilePaused(operator, service, [...AUTHOR, '--who', 'alice']);
  await alice.run('hold', id, ...AUTHOR);
  const database = operator.harness.database();
  await database.query("update transfers set state = 'refundHeld', reason = 'x' where id = $1", [id]);
  const asked = await alice.run('close', id, ...AUTHOR);
  expect(asked).toMatchObject({ isPending: true, json: { action: 'close', subject: id } });
  const bulk = await alice.run('close', '--where', 'state=refundHeld', '--confirm', '1', ...AUTHOR);
  expect(bulk).toMatchObject({ isPending: true, json: { action: 'close', count: 1 } });
  expect(await stateOf(id)).toBe('refundHeld');
  const [, request = ''] = /approve (\d+) --why/.exec(bulk.lines.join('\n')) ?? [];
  await bob.run('approve', request, ...AUTHOR);
  expect(await stateOf(id)).toBe('closed');
});

test('a transfer that the screening matched needs a second operator at any amount', async () => {
  const service = await startWithRule('1000');
  const { user, id } = await depositWhilePaused(operator, service, [...AUTHOR, '--who', 'alice']);
  await alice.run('hold', id, ...AUTHOR);
  const match = "insert into screening_matches (transfer_id, role, address, source) values ($1, 'sender', $2, 'list')";
  await operator.harness.database().query(match, [id, user.address]);
  const { isPending, lines } = await alice.run('retry', id, ...AUTHOR);
  expect(isPending).toBe(true);
  expect(lines[0]).toMatch(/which is held and was matched by the screening\.$/);
  expect((await operator.run('show', id)).lines.join('\n')).toMatch(/Screening\n.*sender 0x\w{40}, by the list/);
});

test('an order that waits for a transfer that was held again is refused', async () => {
  const service = await startWithRule('10');
  const { id } = await depositWhilePaused(operator, service, [...AUTHOR, '--who', 'alice']);
  await alice.run('hold', id, ...AUTHOR);
  const ask = async () => orderOf(await alice.run('retry', id, ...AUTHOR));
  const first = await ask();
  // Another operator releases it, and holds it again: what the order would do is the same.
  await bob.run('approve', await ask(), ...AUTHOR);
  await alice.run('hold', id, ...AUTHOR);
  await expect(bob.run('approve', first, ...AUTHOR)).rejects.toThrow(
    `Nothing is approved: ${id} has changed since order ${first} was placed. The first operator runs the command again, which places a new order.`,
  );
  expect(await stateOf(id)).toBe('held');
  expect((await operator.run('list', 'orders')).lines.join('\n')).toMatch(new RegExp(`^${first} +open `, 'm'));
});

test('an order to end a halt is refused once the chain answers something else', async () => {
  await startWithRule('1000000');
  const { destination, hotWallet } = operator.harness.bridge;
  const key = { chainId: destination.chain.id, address: hotWallet.address };
  await haltSender(operator.harness.database(), key, 'a foreign transaction');
  const order = orderOf(await alice.run('unhalt', 'Southshore', '--decisions', 'none', ...AUTHOR));
  const transaction = { account: hotWallet, chain: null, to: hotWallet.address, value: 1n };
  const hash = await destination.chain.client.sendTransaction(transaction);
  await destination.chain.client.waitForTransactionReceipt({ hash });
  await expect(bob.run('approve', order, ...AUTHOR)).rejects.toThrow(
    /the chain does not answer as it did|are final\. Run this command again/,
  );
  expect((await operator.run('list', 'halts')).lines.join()).toContain('a foreign transaction');
});

test('the end of a halt and of a stop of the circuit breaker always needs a second operator', async () => {
  const service = await startWithRule('1000000');
  const { harness } = operator;
  const { destination, hotWallet } = harness.bridge;
  const database = harness.database();
  await haltSender(database, { chainId: destination.chain.id, address: hotWallet.address }, 'a foreign transaction');
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
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: parseUnits('50', 6) });
  await service.waitForReceipt(hash, 0);
});
