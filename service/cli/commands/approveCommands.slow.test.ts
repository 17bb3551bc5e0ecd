import type { Hash } from 'viem';
import { parseUnits } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../../lab/service/operatorHarness.ts';
import { createOperatorHarness, depositWhilePaused } from '../../../lab/service/operatorHarness.ts';
import type { TestService } from '../../../lab/service/testService.ts';
import { createFastClock } from '../../../lab/service/testService.ts';
import type { ConfigFile } from '../../config/configFileSchema.ts';
import type { Database } from '../../db/database.ts';
import { openPostgres } from '../../db/postgres.ts';
import { haltSender } from '../../db/senders.ts';
import type { CommandOutput } from '../command.ts';
import { parseCommandLine } from '../commandLine.ts';
import { COMMANDS } from './allCommands.ts';

// The limits leave room for other work on the same machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const AUTHOR = ['--why', 'a test'];
const change = (above: string) => (file: ConfigFile) => Object.assign(file, { approval: { above } });

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
      if (line.kind === 'help') throw new Error('no command');
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
  await waitUntil(async () => (await harness.database().query('select 1 from approval_bounds')).length > 0, {
    what: 'the bounds of the rule',
  });
  return service;
}

const stateOf = async (id: Hash) => {
  const [row] = await operator.harness
    .database()
    .query<{ state: string }>('select state from transfers where id = $1', [id]);
  return row?.state;
};

const RULES = { above: /a second operator must approve/, other: /needs the approval of another operator/ };

test('a refund above the value waits for a second operator, with every way around refused', async () => {
  const service = await startWithRule('10');
  const { user, hash, id } = await depositWhilePaused(operator, service, [...AUTHOR, '--who', 'alice']);
  await alice.run('hold', id, ...AUTHOR);
  await expect(operator.run('refund', id, ...AUTHOR)).rejects.toThrow('connect with your own database role');
  const asked = await alice.run('refund', id, '--why', 'the customer asked', '--who', 'Bob the forger');
  expect(asked).toMatchObject({ isPending: true, json: { action: 'refund', subjects: [id] } });
  expect(asked.lines.join('\n')).toMatch(/Nothing is changed yet: refund transfer 0x\w+ of 50 USDC, which is held\./);
  const [, request = ''] = /Request (\d+) waits/.exec(asked.lines.join('\n')) ?? [];
  expect(await stateOf(id)).toBe('held');

  await expect(alice.run('approve', request, ...AUTHOR)).rejects.toThrow('Another operator must approve it');
  await expect(operator.run('approve', request, ...AUTHOR)).rejects.toThrow('Another operator must approve it');
  const forged = "insert into approvals (request_id, role, who, why) values ($1, 'bob', 'bob', 'x')";
  await expect(alice.database.query(forged, [request])).rejects.toThrow(RULES.other);
  await expect(operator.context.database.query(forged, [request])).rejects.toThrow(RULES.other);
  for (const state of ['rejected', 'confirmed', 'seen', 'unseen']) {
    const update = alice.database.query('update transfers set state = $2 where id = $1', [id, state]);
    await expect(update, state).rejects.toThrow(RULES.above);
  }
  const take = alice.database.query(`select take_approval(array['refund'], $1, now(), true)`, [id]);
  await expect(take).rejects.toThrow('permission denied');
  await expect(alice.database.query('delete from approval_bounds')).rejects.toThrow('permission denied');
  expect(await stateOf(id)).toBe('held');

  const done = await bob.run('approve', request, '--why', 'compared with the ticket');
  expect(done.lines.join('\n')).toMatch(
    /Approved request \d+: refund .*\nTransfer 0x\w+: it was held, and its refund on/,
  );
  await operator.run('resume', 'all', ...AUTHOR).catch(() => {});
  await service.waitForReceipt(hash, [909]);
  await waitUntil(async () => (await stateOf(id)) === 'refunded');
  expect(await operator.harness.payments(operator.harness.bridge.origin, user.address)).toHaveLength(1);
  await expect(bob.run('approve', request, ...AUTHOR)).rejects.toThrow('is done: bob approved it');
  const actions = await operator.harness
    .database()
    .query("select action, who, role from operator_actions where action in ('approve', 'refund') order by id");
  expect(actions).toEqual([
    { action: 'approve', who: 'bob', role: 'bob' },
    { action: 'refund', who: 'Bob the forger', role: 'bob' },
  ]);
  expect((await operator.run('requests')).lines.join('\n')).toMatch(
    /done, approved by bob\s+Bob the forger \(alice\)\s+\S+ \S+ UTC\s+refund 0x\w+\s+refund 0x\w+ --why "the customer asked"/,
  );
});

test('below the value one operator acts alone', async () => {
  const service = await startWithRule('50');
  const { hash, id } = await depositWhilePaused(operator, service, [...AUTHOR, '--who', 'alice']);
  await alice.run('hold', id, ...AUTHOR);
  expect((await operator.run('retry', id, ...AUTHOR)).isPending).toBeUndefined();
  await operator.run('resume', 'chain', 'Southshore', ...AUTHOR);
  await service.waitForReceipt(hash, [0]);
});

test('the end of an owed refund needs a second operator at any amount, alone and in bulk', async () => {
  const service = await startWithRule('1000000');
  const { id } = await depositWhilePaused(operator, service, [...AUTHOR, '--who', 'alice']);
  await alice.run('hold', id, ...AUTHOR);
  const database = operator.harness.database();
  await database.query("update transfers set state = 'refundHeld', reason = 'x' where id = $1", [id]);
  const asked = await alice.run('close', id, ...AUTHOR);
  expect(asked).toMatchObject({ isPending: true, json: { action: 'close', subjects: [id] } });
  const bulk = await alice.run('bulk', 'close', '--where', 'state=refundHeld', '--confirm', '1', ...AUTHOR);
  expect(bulk).toMatchObject({ isPending: true, json: { action: 'close', subjects: [id] } });
  expect(await stateOf(id)).toBe('refundHeld');
  const [, request = ''] = /Request (\d+) waits/.exec(bulk.lines.join('\n')) ?? [];
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
  await expect(alice.database.query("update transfers set state = 'seen' where id = $1", [id])).rejects.toThrow(
    RULES.above,
  );
  expect((await operator.run('show', id)).lines.join('\n')).toMatch(/Screening\n.*sender 0x\w{40}, by the list/);
});

test('an approval counts for its own action and subject, and until it expires', async () => {
  const service = await startWithRule('10');
  const first = await depositWhilePaused(operator, service, [...AUTHOR, '--who', 'alice']);
  await alice.run('hold', first.id, ...AUTHOR);
  const store = (subject: string, seconds: number) =>
    alice.database.query<{ id: bigint }>(
      `insert into approval_requests (who, why, action, subjects, command, summary, expires_at)
       values ('alice', 'x', 'refund', array[$1], array['retry', $2, '--why', 'x'], 'x', now() + $3 * interval '1 second')
       returning id`,
      [subject, first.id, seconds],
    );
  const [expired] = await store(first.id, -1);
  await expect(bob.run('approve', String(expired?.id), ...AUTHOR)).rejects.toThrow('expired at');
  await expect(
    bob.database.query("insert into approvals (request_id, who, why) values ($1, 'bob', 'x')", [expired?.id ?? 0n]),
  ).rejects.toThrow('has expired');
  const [lying] = await store(first.id, 60);
  await expect(bob.run('approve', String(lying?.id), ...AUTHOR)).rejects.toThrow('which would retry transfer');
  const [foreign] = await store(`0x${'11'.repeat(32)}`, 60);
  await expect(bob.run('approve', String(foreign?.id), ...AUTHOR)).rejects.toThrow('which would retry transfer');
  expect(await stateOf(first.id)).toBe('held');
});

test('a request that stores something other than its command demands is not approved', async () => {
  const service = await startWithRule('10');
  const { id } = await depositWhilePaused(operator, service, [...AUTHOR, '--who', 'alice']);
  await alice.run('hold', id, ...AUTHOR);
  const forge = async (command: readonly string[], summary: string) => {
    const [row] = await alice.database.query<{ id: bigint }>(
      `insert into approval_requests (who, why, action, subjects, command, summary, expires_at)
       values ('alice', 'x', 'retry', array[$1], $2, $3, now() + interval '1 hour') returning id`,
      [id, command, summary],
    );
    return String(row?.id);
  };
  const pause = await forge(['pause', 'all', ...AUTHOR], 'pause everything');
  await expect(bob.run('approve', pause, ...AUTHOR)).rejects.toThrow('does nothing that needs a second operator');
  const hidden = await forge(['retry', id, ...AUTHOR], 'retry transfer 0x of 1 USDC, which is held');
  await expect(bob.run('approve', hidden, ...AUTHOR)).rejects.toThrow('differs from its command');
  const dryRun = await forge(['bulk', 'retry', '--where', 'state=held', ...AUTHOR], 'retry 1 transfers');
  await expect(bob.run('approve', dryRun, ...AUTHOR)).rejects.toThrow('does nothing that needs');
  expect((await operator.run('pauses')).lines.join()).not.toContain('everything');
  expect(await operator.harness.database().query('select request_id from approvals')).toEqual([]);
  await expect(alice.database.query("update transfers set state = 'seen' where id = $1", [id])).rejects.toThrow(
    RULES.above,
  );
  expect((await operator.run('requests')).lines.join()).toContain(`retry ${id}`);
  expect(await operator.harness.database().query('select count(*) from approval_requests')).toEqual([{ count: 3 }]);
});

test('an approval is not stored for a transfer that was held again after the request', async () => {
  const service = await startWithRule('10');
  const { id } = await depositWhilePaused(operator, service, [...AUTHOR, '--who', 'alice']);
  await alice.run('hold', id, ...AUTHOR);
  const ask = async () => /Request (\d+) waits/.exec((await alice.run('retry', id, ...AUTHOR)).lines.join())?.[1] ?? '';
  const first = await ask();
  // Another operator releases it, and holds it again: the summary is the same.
  await bob.run('approve', await ask(), ...AUTHOR);
  await alice.run('hold', id, ...AUTHOR);
  await expect(bob.run('approve', first, ...AUTHOR)).rejects.toThrow(
    new RegExp(`^Nothing is approved: ${id} has changed since request ${first} was made at .* makes a new request\\.$`),
  );
  const stored = await operator.harness
    .database()
    .query('select request_id from approvals where request_id = $1', [first]);
  expect(stored).toEqual([]);
  expect(await stateOf(id)).toBe('held');
  // The transfer changes between the check and the change.
  const again = await ask();
  await bob.database.query("insert into approvals (request_id, who, why) values ($1, 'bob', 'x')", [again]);
  await operator.harness
    .database()
    .query("insert into transfer_events (transfer_id, to_state, cause) values ($1, 'held', 'heldBack')", [id]);
  await expect(bob.run('approve', again, ...AUTHOR)).rejects.toThrow(
    /^Nothing is changed: a second operator must approve .*\. Ask for a new request: run the command again\.$/,
  );
});

test('the end of a halt and of a stop of the circuit breaker always needs a second operator', async () => {
  const service = await startWithRule('1000000');
  const { harness } = operator;
  const { destination, hotWallet } = harness.bridge;
  const database = harness.database();
  await haltSender(database, { chainId: destination.chain.id, address: hotWallet.address }, 'a foreign transaction');
  await database.query("insert into breaker_trips (subject, detail) values ('all', 'too much left')");
  await database.query("insert into pauses (subject, who, why) values ('all', 'circuit breaker', 'too much left')");
  await database.query("update chains set rewritten_reason = 'a deep reorg'");
  await expect(alice.database.query('update chains set rewritten_reason = null')).rejects.toThrow(RULES.above);
  await database.query('update chains set rewritten_reason = null');
  for (const way of [
    'update senders set halted_reason = null where halted_reason is not null',
    'update breaker_trips set resumed_at = now()',
    "update breaker_trips set subject = 'x'",
    'delete from pauses',
  ]) {
    await expect(alice.database.query(way), way).rejects.toThrow(
      /a second operator must approve|permission denied|has stopped all/,
    );
  }
  const asked = [await alice.run('resume', 'all', ...AUTHOR), await alice.run('unhalt', 'Southshore', ...AUTHOR)];
  const ids = asked.map(({ lines }) => /Request (\d+) waits/.exec(lines.join())?.[1] ?? '');
  expect((await operator.run('pauses')).lines.join()).toContain('circuit breaker');
  for (const id of ids) await bob.run('approve', id, ...AUTHOR);
  expect((await operator.run('pauses')).lines).toEqual(['Nothing is paused.']);
  expect((await operator.run('halts')).lines).toEqual(['No sender is halted.']);
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: parseUnits('50', 6) });
  await service.waitForReceipt(hash, [0]);
});
