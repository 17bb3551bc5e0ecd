import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { storeDeposits } from '../../../lab/postgres/storeDeposits.ts';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../../lab/service/operatorHarness.ts';
import { createOperatorHarness, depositWhilePaused, waitForMessage } from '../../../lab/service/operatorHarness.ts';
import { createFastClock } from '../../../lab/service/testService.ts';
import { rememberChain } from '../../chain/chains.ts';
import { WORKERS } from '../../engine.ts';

const AUTHOR = ['--why', 'a test', '--who', 'alice'];

let operator: OperatorHarness;

beforeAll(async () => {
  operator = await createOperatorHarness(45_200);
});
beforeEach(() => operator.harness.reset());
afterAll(() => operator?.stop());

/** Waits until the only transfer has a state. */
function waitForState(state: string) {
  const read = async () => {
    const [transfer] = await operator.harness.database().query<{ state: string }>('select state from transfers');
    return transfer?.state === state;
  };
  return waitUntil(read, { timeoutMs: 100_000, what: `the state ${state}` });
}

test('refund pays a held transfer back once, and every balance shows it', async () => {
  const { harness, run, process } = operator;
  const { origin, destination } = harness.bridge;
  const token = origin.token('USDC');
  harness.keepMining();
  const service = await harness.start({ clock: createFastClock(5) });
  const { user, hash, id } = await depositWhilePaused(operator, service, AUTHOR);
  await run('hold', id, ...AUTHOR);
  expect((await service.receipt(hash)).status.message).toMatch(/on hold, because the operator is reviewing it/);
  const before = await origin.chain.balanceOf(token, origin.deployment.vault);
  const userBefore = await origin.chain.balanceOf(token, user.address);
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  // As an operator runs it.
  expect(await process.run('refund', id, ...AUTHOR)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('it was held, and its refund on Northshore is due'),
  });
  await service.waitForReceipt(hash, 909);
  const { status } = await waitForMessage(service, hash, /is done, in transaction/);
  expect(status.message).not.toContain('reviewing');
  expect(status.details).toMatchObject({ reason: 'operator_refund' });

  const [refund, ...others] = await harness.payments(origin, user.address);
  expect(others).toEqual([]);
  const amount = refund?.amount ?? 0n;
  expect(amount).toBeGreaterThan(0n);
  expect(await origin.chain.balanceOf(token, user.address)).toBe(userBefore + amount);
  expect(await origin.chain.balanceOf(token, origin.deployment.vault)).toBe(before - amount);
  expect(await harness.payments(destination, user.address)).toEqual([]);

  await expect(run('refund', id, ...AUTHOR)).rejects.toThrow('cannot be refunded: it is refunded');
  const shown = (await run('show', refund?.hash ?? '')).lines.join('\n');
  const expected = [
    'Transfer 0x',
    'held → rejected',
    'alice (causeway_operator): hold',
    'alice (causeway_operator): refund',
    'Why: a test',
    'attempt 0',
  ];
  for (const text of expected) expect(shown).toContain(text);
  const { json: actions } = await run('list', 'actions');
  expect(actions).toMatchObject([
    { who: 'alice', action: 'refund', transfers: [id] },
    { who: 'alice', action: 'resume', transfers: [] },
    { who: 'alice', action: 'hold', transfers: [id] },
    { who: 'alice', action: 'pause', transfers: [] },
  ]);
});

test('refund and retry refuse a transfer whose payout is signed, and hold waits for the outcome', async () => {
  const { harness, run, findId } = operator;
  harness.keepMining();
  const service = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  await waitForMessage(service, hash, /payout on Southshore is signed/);
  const id = await findId(hash);
  for (const command of ['refund', 'retry']) {
    await expect(run(command, id, ...AUTHOR)).rejects.toThrow('its payout is signed and can take effect');
  }
  expect((await run('list', 'actions')).json).toEqual([]);
  expect((await run('hold', id, ...AUTHOR)).lines[0]).toContain('it is held if that payment fails');
  expect((await run('show', id)).lines.join('\n')).toContain('requested: it is held if its signed payment fails');
  // An unproven payout is held while its obligation is bound. The state alone would allow a refund.
  await harness.database().query("update transfers set state = 'held', reason = 'a test' where id = $1", [id]);
  for (const command of ['refund', 'retry']) {
    await expect(run(command, id, ...AUTHOR)).rejects.toThrow(/its payout is bound to nonce \d+/);
  }
});

test('commands at the same time change a transfer once', async () => {
  const { harness, run } = operator;
  const { origin, destination } = harness.bridge;
  harness.keepMining();
  const service = await harness.start({ clock: createFastClock(5) });
  const { user, hash, id } = await depositWhilePaused(operator, service, AUTHOR);
  await run('hold', id, ...AUTHOR);
  // Each on its own connection to the database.
  const answers = await Promise.allSettled([
    run('retry', id, ...AUTHOR),
    run('refund', id, ...AUTHOR),
    run('refund', id, '--why', 'a test', '--who', 'bob'),
  ]);
  // A retry before a refund succeeds too: the pause keeps its payout unsigned, so the refund still applies.
  const done = await harness.database().query<{ action: string }>('select action from orders order by id');
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(done.length - 2);
  expect(done.filter(({ action }) => action === 'refund')).toHaveLength(1);
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  await waitForMessage(service, hash, /is done, in transaction/);
  expect(await harness.payments(origin, user.address)).toHaveLength(1);
  expect(await harness.payments(destination, user.address)).toEqual([]);
});

test('retry pays a held transfer by its earlier decision', async () => {
  const { harness, run } = operator;
  harness.keepMining();
  const service = await harness.start({ clock: createFastClock(5) });
  const { user, hash, id } = await depositWhilePaused(operator, service, AUTHOR);
  const [{ receiveAmount: decided } = { receiveAmount: 0n }] = await harness
    .database()
    .query<{ receiveAmount: bigint }>('select receive_amount from transfers');
  await run('hold', id, ...AUTHOR);
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  await harness.database().query(
    `insert into fee_schedules select route_id, epoch + 1000, now(), gas_fee * 2, fee_bps * 2, fee_floor * 2, min_amount, max_amount
     from (select distinct on (route_id) * from fee_schedules order by route_id, epoch desc) as latest`,
  );
  expect((await run('retry', id, ...AUTHOR)).json).toMatchObject({ detail: 'it was held, and its payout is due' });
  const { data } = await service.waitForReceipt(hash, 0);
  expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([
    { hash: data.to_chain_hash, amount: decided },
  ]);
});

test('close ends a held transfer of an unknown token, and no other', async () => {
  const { harness, run, findId } = operator;
  harness.keepMining();
  const service = await harness.start();
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'FAKE', amount: 50_000_000n });
  await waitForMessage(service, hash, /on hold, because the bridge does not support the deposited token/);
  const id = await findId(hash);
  expect((await run('close', id, ...AUTHOR)).lines).toEqual([
    `Transfer ${id}: it was held and is closed now; nothing is paid for it.`,
  ]);
  const { status } = await service.waitForReceipt(hash, 909);
  expect(status.message).toContain('does not support the deposited token. The operator has closed it.');
  expect(status.details).toMatchObject({ step: 'closed', reason: 'token_not_supported' });
  for (const command of ['retry', 'refund', 'hold', 'close']) {
    await expect(run(command, id, ...AUTHOR)).rejects.toThrow('it is closed');
  }
  expect((await run('list')).json).toEqual([]);
  expect((await run('list', 'actions')).json).toMatchObject([{ who: 'alice', action: 'close', transfers: [id] }]);

  const paid = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  await run('pause', 'all', ...AUTHOR);
  await waitForMessage(service, paid, /paused/);
  const supported = await findId(paid);
  await run('hold', supported, ...AUTHOR);
  await expect(run('close', supported, ...AUTHOR)).rejects.toThrow('its sender is owed the money');
});

test('hold --cancel ends a signed payment, records the author and the reason, and holds the transfer', async () => {
  const { harness, run } = operator;
  harness.keepMining();
  const silent = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  await waitForState('signed');
  await silent.stop();

  await expect(run('retry', hash, '--why', 'asked')).rejects.toThrow('"hold --cancel" is the only way to stop it');
  const { lines } = await run('hold', hash, '--cancel', '--why', 'wrong person');
  expect(lines.join('\n')).toMatch(
    /^Transfer 0x\w{64}: an empty transaction replaces the one at nonce \d+ on Southshore; .* are held\.$/,
  );
  await harness.start();
  await waitForState('held');
  expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([]);
  expect((await run('show', hash)).lines.join('\n')).toMatch(
    /default author \(causeway_operator\): hold, .*wrong person/s,
  );
  await expect(run('retry', hash, '--cancel', '--why', 'asked')).rejects.toThrow('nothing to cancel');
});

test('a hash with one transfer is accepted in the place of an id, and one with several prints their ids', async () => {
  const { harness, run } = operator;
  const database = harness.database();
  await rememberChain(database, { chainId: 1, genesisHash: `0x${'00'.repeat(32)}`, depositContract: '0x' });
  const [shared, alone] = [`0x${'5a'.repeat(32)}`, `0x${'5b'.repeat(32)}`] as const;
  const ids = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`, `0x${'03'.repeat(32)}`] as const;
  await storeDeposits(database, [
    { id: ids[0], transactionHash: shared, ordinal: 0 },
    { id: ids[1], transactionHash: shared, ordinal: 1 },
    { id: ids[2], transactionHash: alone },
  ]);
  await expect(run('hold', shared, ...AUTHOR)).rejects.toThrow(
    `The transaction ${shared} has 2 transfers. Give the id of the one you mean: ${ids[0]}, ${ids[1]}.`,
  );
  expect((await run('hold', alone, ...AUTHOR)).json).toMatchObject({ subject: ids[2] });
  expect((await run('hold', ids[0], ids[0], alone, ...AUTHOR)).lines[0]).toMatch(/^This would hold 2 transfers, /);
  await expect(run('hold', `0x${'5c'.repeat(32)}`, ...AUTHOR)).rejects.toThrow('no transfer with the id or hash');
});
