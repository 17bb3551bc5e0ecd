import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../../lab/service/operatorHarness.ts';
import { createOperatorHarness } from '../../../lab/service/operatorHarness.ts';
import { WORKERS } from '../../workers/turns.ts';

// The limits leave room for other work on the same machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let operator: OperatorHarness;

beforeAll(async () => {
  operator = await createOperatorHarness(48_300);
});
beforeEach(() => operator.harness.reset());
afterAll(() => operator?.stop());

async function readState(): Promise<string | undefined> {
  const [transfer] = await operator.harness.database().query<{ state: string }>('select state from transfers');
  return transfer?.state;
}

test('cancels a signed payment, records the author and the reason, and holds the transfer', async () => {
  const { harness, run } = operator;
  harness.keepMining();
  const silent = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  await waitUntil(async () => (await readState()) === 'signed');
  await silent.stop();
  const [send] = await harness.database().query<{ nonce: number }>('select nonce from sends');
  const nonce = String(send?.nonce);

  await expect(run('cancel', 'Southshore', `1${nonce}0`, '--why', 'asked')).rejects.toThrow(/no unsettled payment/);
  const { lines } = await run('cancel', 'Southshore', nonce, '--after', 'hold', '--why', 'wrong person');
  expect(lines[1]).toMatch(/^Transfer 0x\w{64} becomes held once the empty transaction is final\.$/);
  await harness.start();
  await waitUntil(async () => (await readState()) === 'held');
  expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([]);
  expect((await run('show', hash)).lines.join('\n')).toMatch(/default author: cancel, .*wrong person/s);
  await expect(run('cancel', 'Southshore', nonce, '--why', 'asked')).rejects.toThrow(/no unsettled payment/);
});
