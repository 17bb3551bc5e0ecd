import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../../lab/service/operatorHarness.ts';
import { createOperatorHarness, depositWhilePaused, waitForMessage } from '../../../lab/service/operatorHarness.ts';
import { createFastClock } from '../../../lab/service/testService.ts';
import { WORKERS } from '../../engine.ts';

const AMOUNT = 50_000_000n;
const AUTHOR = ['--why', 'a test', '--who', 'alice'];

let operator: OperatorHarness;

beforeAll(async () => {
  operator = await createOperatorHarness(45_000);
});
beforeEach(() => operator.harness.reset());
afterAll(() => operator?.stop());

test('a paused chain: a signed payout arrives, an unsigned one waits, nothing is refunded', async () => {
  const { harness, run } = operator;
  const { bridge } = harness;
  harness.keepMining();
  const first = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
  const user = await harness.createUser();
  const signed = await bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await waitForMessage(first, signed, /payout on Southshore is signed/);
  const { hash: waiting } = await depositWhilePaused(operator, first, AUTHOR);
  await first.stop();

  const service = await harness.start({ clock: createFastClock(5) });
  await service.waitForReceipt(signed, [0]);
  expect((await service.receipt(waiting)).status).toMatchObject({ code: 908 });
  const build = {
    ...{ from_address: user.address, to_address: user.address, token_name: 'USDC', ui_value: '50' },
    ...{ from_chain_name: 'Southshore', to_chain_name: 'Northshore' },
  };
  const refused = await service.ask('get_build_tx', build);
  expect(refused.status).toMatchObject({
    code: 902,
    message: expect.stringContaining('The bridge has paused Southshore'),
  });
  expect((await service.ask('get_all_pair_infos', { category: '' })).data).toEqual({ pair_infos: [] });
  expect((await run('list', 'pauses')).lines.join('\n')).toMatch(/Southshore\s+\S+ \S+ UTC\s+alice\s+a test/);

  await expect(run('pause', 'chain', 'Southshore', ...AUTHOR)).rejects.toThrow('already exists');
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  await service.waitForReceipt(waiting, [0]);
  const built = await waitUntil(async () => {
    const answer = await service.ask('get_build_tx', build);
    return answer.status.code === 0 ? answer : null;
  });
  expect(built.data.txs.transfer_body.to).toBe(bridge.destination.deployment.depositContract);
  expect(await harness.payments(bridge.destination, user.address)).toHaveLength(1);
  expect(await harness.database().query("select from obligations where kind = 'refund'")).toEqual([]);
});

test('a paused pair waits, and the other pairs are paid', async () => {
  const { harness, run } = operator;
  harness.keepMining();
  const service = await harness.start({ clock: createFastClock(5) });
  await run('pause', 'pair', 'USDC', 'Northshore', 'Southshore', ...AUTHOR);
  const user = await harness.createUser();
  const waiting = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  const other = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('0.1') });
  await waitForMessage(service, waiting, /USDC from Northshore to Southshore is paused/);
  await service.waitForReceipt(other, [0]);
  const build = {
    ...{ from_address: user.address, to_address: user.address, token_name: 'USDC', ui_value: '50' },
    ...{ from_chain_name: 'Northshore', to_chain_name: 'Southshore' },
  };
  expect((await service.ask('get_build_tx', build)).status.code).toBe(903);
  expect((await run('list', '--older-than', '1d')).lines).toEqual(['No matching transfers.']);
  expect((await run('list', '--chain', 'Southshore')).lines.join('\n')).toMatch(
    /confirmed\s+50 USDC\s+Northshore to Southshore\s+.*is paused/,
  );
});
