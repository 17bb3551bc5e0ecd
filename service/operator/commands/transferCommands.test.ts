import { expect } from 'vitest';
import { test } from '../../../tools/lab/fixtures.ts';
import { AUTHOR } from '../../../tools/lab/installation/testOperator.ts';
import { createFastClock } from '../../../tools/lab/installation/testService.ts';
import { storeDeposits } from '../../../tools/lab/postgres/storeDeposits.ts';
import { rememberChain } from '../../chain/chains.ts';

test('refund pays a held transfer back once, and every balance shows it', async ({ installation, operator }) => {
  const { run, process } = operator;
  const { origin } = installation.bridge;
  const token = origin.token('USDC');
  installation.keepMining();
  await installation.start({ clock: createFastClock(5) });
  const transfer = await operator.depositWhilePaused();
  const id = await transfer.id();
  await run('hold', id, ...AUTHOR);
  expect((await transfer.receipt()).status.message).toMatch(/on hold, because the operator is reviewing it/);
  const before = await origin.chain.balanceOf(token, origin.deployment.vault);
  const userBefore = await origin.chain.balanceOf(token, transfer.user.address);
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  // The way an operator runs it.
  expect(await process.run('refund', id, ...AUTHOR)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('it was held, and its refund on Northshore is due'),
  });
  await transfer.untilReceipt(909);
  const { status } = await transfer.untilReceipt(/is done, in transaction/);
  expect(status.message).not.toContain('reviewing');
  expect(status.details).toMatchObject({ reason: 'operator_refund' });

  const [refund, ...others] = await transfer.refunds();
  expect(others).toEqual([]);
  const amount = refund?.amount ?? 0n;
  expect(amount).toBeGreaterThan(0n);
  expect(await origin.chain.balanceOf(token, transfer.user.address)).toBe(userBefore + amount);
  expect(await origin.chain.balanceOf(token, origin.deployment.vault)).toBe(before - amount);
  expect(await transfer.payouts()).toEqual([]);

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

test('refund and retry refuse a transfer whose payout is signed, and hold waits for the outcome', async ({
  installation,
  operator: { run },
}) => {
  installation.keepMining();
  await installation.start({ without: ['broadcast'] });
  const transfer = await installation.deposit();
  await transfer.untilReceipt(/payout on Southshore is signed/);
  const id = await transfer.id();
  for (const command of ['refund', 'retry']) {
    await expect(run(command, id, ...AUTHOR)).rejects.toThrow('its payout is signed and can take effect');
  }
  expect((await run('list', 'actions')).json).toEqual([]);
  expect((await run('hold', id, ...AUTHOR)).lines[0]).toContain('it is held if that payment fails');
  expect((await run('show', id)).lines.join('\n')).toContain('requested: it is held if its signed payment fails');
  // An unproven payout is held while its obligation is bound. The state alone would allow a refund.
  await installation.query("update transfers set state = 'held', reason = 'a test' where id = $1", [id]);
  for (const command of ['refund', 'retry']) {
    await expect(run(command, id, ...AUTHOR)).rejects.toThrow(/its payout is bound to nonce \d+/);
  }
});

test('concurrent commands change a transfer once', async ({ installation, operator }) => {
  const { run } = operator;
  installation.keepMining();
  await installation.start({ clock: createFastClock(5) });
  const transfer = await operator.depositWhilePaused();
  const id = await transfer.id();
  await run('hold', id, ...AUTHOR);
  // Each on its own database connection.
  const answers = await Promise.allSettled([
    run('retry', id, ...AUTHOR),
    run('refund', id, ...AUTHOR),
    run('refund', id, '--why', 'a test', '--who', 'bob'),
  ]);
  // A retry before a refund succeeds too: the pause keeps its payout unsigned, so the refund still applies.
  const done = await installation.query<{ action: string }>('select action from orders order by id');
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(done.length - 2);
  expect(done.filter(({ action }) => action === 'refund')).toHaveLength(1);
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  await transfer.untilReceipt(/is done, in transaction/);
  expect(await transfer.refunds()).toHaveLength(1);
  expect(await transfer.payouts()).toEqual([]);
});

test('retry pays a held transfer by its earlier decision', async ({ installation, operator }) => {
  const { run } = operator;
  installation.keepMining();
  await installation.start({ clock: createFastClock(5) });
  const transfer = await operator.depositWhilePaused();
  const id = await transfer.id();
  const decided = await transfer.stored();
  await run('hold', id, ...AUTHOR);
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  await installation.query(
    `insert into fee_schedules select route_id, epoch + 1000, now(), gas_fee * 2, fee_bps * 2, fee_floor * 2, min_amount, max_amount
     from (select distinct on (route_id) * from fee_schedules order by route_id, epoch desc) as latest`,
  );
  expect((await run('retry', id, ...AUTHOR)).json).toMatchObject({ detail: 'it was held, and its payout is due' });
  const { hash } = await transfer.delivered();
  expect(await transfer.payouts()).toEqual([{ hash, amount: decided?.receiveAmount }]);
});

test('close ends a held transfer of an unknown token, and no other', async ({ installation, operator: { run } }) => {
  installation.keepMining();
  await installation.start();
  const user = await installation.createUser();
  const transfer = await installation.deposit({ user, token: 'FAKE' });
  await transfer.untilReceipt(/on hold, because the bridge does not support the deposited token/);
  const id = await transfer.id();
  expect((await run('close', id, ...AUTHOR)).lines).toEqual([
    `Transfer ${id}: it was held and is closed now; nothing is paid for it.`,
  ]);
  const { status } = await transfer.untilReceipt(909);
  expect(status.message).toContain('does not support the deposited token. The operator has closed it.');
  expect(status.details).toMatchObject({ step: 'closed', reason: 'token_not_supported' });
  for (const command of ['retry', 'refund', 'hold', 'close']) {
    await expect(run(command, id, ...AUTHOR)).rejects.toThrow('it is closed');
  }
  expect((await run('list')).json).toEqual([]);
  expect((await run('list', 'actions')).json).toMatchObject([{ who: 'alice', action: 'close', transfers: [id] }]);

  const paid = await installation.deposit({ user });
  await run('pause', 'all', ...AUTHOR);
  await paid.untilReceipt(/paused/);
  const supported = await paid.id();
  await run('hold', supported, ...AUTHOR);
  await expect(run('close', supported, ...AUTHOR)).rejects.toThrow('its sender is owed the money');
});

test('hold --cancel ends a signed payment, records the author and the reason, and holds the transfer', async ({
  installation,
  operator: { run },
}) => {
  installation.keepMining();
  const silent = await installation.start({ without: ['broadcast'] });
  const transfer = await installation.deposit();
  await transfer.until('signed');
  await silent.stop();

  await expect(run('retry', transfer.hash, '--why', 'asked')).rejects.toThrow(
    '"hold --cancel" is the only way to stop it',
  );
  const { lines } = await run('hold', transfer.hash, '--cancel', '--why', 'wrong person');
  expect(lines.join('\n')).toMatch(
    /^Transfer 0x\w{64}: an empty transaction replaces the one at nonce \d+ on Southshore; .* are held\.$/,
  );
  await installation.start();
  await transfer.until('held');
  expect(await transfer.payouts()).toEqual([]);
  expect((await run('show', transfer.hash)).lines.join('\n')).toMatch(
    /default author \(causeway_operator\): hold, .*wrong person/s,
  );
  await expect(run('retry', transfer.hash, '--cancel', '--why', 'asked')).rejects.toThrow('nothing to cancel');
});

test('a hash with one transfer is accepted in the place of an id, and one with several prints their ids', async ({
  installation,
  operator: { run },
}) => {
  const database = installation.database();
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
