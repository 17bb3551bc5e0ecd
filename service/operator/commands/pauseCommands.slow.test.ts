import { parseEther } from 'viem';
import { expect } from 'vitest';
import { test } from '../../../tools/lab/fixtures.ts';
import { AUTHOR } from '../../../tools/lab/installation/testOperator.ts';
import { createFastClock } from '../../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../../tools/lab/processes/waitUntil.ts';

test('a paused chain: a signed payout arrives, an unsigned one waits, nothing is refunded', async ({
  installation,
  operator,
}) => {
  const { run } = operator;
  installation.keepMining();
  const first = await installation.start({ without: ['broadcast'] });
  const signed = await installation.deposit();
  await signed.untilReceipt(/payout on Southshore is signed/);
  const waiting = await operator.depositWhilePaused();
  await first.stop();

  const service = await installation.start({ clock: createFastClock(5) });
  await signed.delivered();
  expect((await waiting.receipt()).status).toMatchObject({ code: 908 });
  const buildBack = () => service.build({ from_chain_name: 'Southshore', to_chain_name: 'Northshore' });
  const refused = await buildBack();
  expect(refused.status).toMatchObject({
    code: 902,
    message: expect.stringContaining('The bridge has paused Southshore'),
  });
  expect((await service.ask('get_all_pair_infos', { category: '' })).data).toEqual({ pair_infos: [] });
  expect((await run('list', 'pauses')).lines.join('\n')).toMatch(/Southshore\s+\S+ \S+ UTC\s+alice\s+a test/);

  await expect(run('pause', 'chain', 'Southshore', ...AUTHOR)).rejects.toThrow('already exists');
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  await waiting.delivered();
  const built = await waitUntil(async () => {
    const answer = await buildBack();
    return answer.status.code === 0 ? answer : null;
  });
  expect(built.data.txs.transfer_body.to).toBe(installation.bridge.destination.deployment.depositContract);
  expect(await signed.payouts()).toHaveLength(1);
  expect(await installation.query("select from obligations where kind = 'refund'")).toEqual([]);
});

test('a paused pair waits, and the other pairs are paid', async ({ installation, operator: { run } }) => {
  installation.keepMining();
  const service = await installation.start({ clock: createFastClock(5) });
  await run('pause', 'pair', 'USDC', 'Northshore', 'Southshore', ...AUTHOR);
  const user = await installation.createUser();
  const waiting = await installation.deposit({ user });
  const other = await installation.deposit({ user, token: 'ETH', amount: parseEther('0.1') });
  await waiting.untilReceipt(/USDC from Northshore to Southshore is paused/);
  await other.delivered();
  expect((await service.build()).status.code).toBe(903);
  expect((await run('list', '--older-than', '1d')).lines).toEqual(['No matching transfers.']);
  expect((await run('list', '--chain', 'Southshore')).lines.join('\n')).toMatch(
    /confirmed\s+50 USDC\s+Northshore to Southshore\s+.*is paused/,
  );
});
