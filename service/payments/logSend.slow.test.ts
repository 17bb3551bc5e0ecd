import type { Logger } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { createLogger } from '../boot/log.ts';
import { logFailedSend } from './settle.ts';

// A slow machine can log other lines between these.
const EVENTS = [
  'deposit seen',
  'deposit decided',
  'payment signed',
  'payment sent',
  'payment removed by a reorg, sending it again',
  'payment final',
];

type Line = { readonly msg: string; readonly transfer?: string; readonly nonce?: number };

let harness: TestInstallation;
beforeAll(async () => {
  harness = await createTestHarness('postgresql', 49_700);
});
afterAll(() => harness?.stop());

function collectLines(): { readonly logger: Logger; readonly lines: Line[] } {
  const lines: Line[] = [];
  return { logger: createLogger('info', { write: (line) => lines.push(JSON.parse(line)) }), lines };
}

test('the service logs the transfer id with every event of a transfer, also after a reorg or an error', async () => {
  const { origin, destination, hotWallet } = harness.bridge;
  const { logger, lines } = collectLines();
  await harness.reset();
  const service = await harness.start({ logger });
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  await origin.chain.mine(2);
  const isInBlock = /in a block of Southshore\. Waiting for confirmations/;
  await waitUntil(async () => isInBlock.test((await service.receipt(hash)).status.message));
  await destination.chain.reorganise(1);
  await waitUntil(async () => (await harness.payments(destination, user.address)).length === 0);
  await waitUntil(async () => lines.some(({ msg }) => msg.startsWith('payment removed by a reorg')));
  harness.keepMining();
  await service.waitForReceipt(hash, 0);
  await service.stop();

  const [row] = await harness.database().query<{ id: string }>('select id from transfers');
  const messages = lines
    .filter(({ transfer, msg }) => transfer === row?.id && EVENTS.includes(msg))
    .map(({ msg }) => msg);
  expect([...new Set(messages)]).toEqual(EVENTS);

  const [send] = await harness.database().query<{ nonce: number }>('select nonce from sends');
  const key = { chainId: destination.chain.id, address: hotWallet.address, nonce: Number(send?.nonce) };
  const context = { database: harness.database(), logger };
  const failure = new Error('the node is gone');
  await expect(logFailedSend(context, key, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(lines.at(-1)).toMatchObject({ transfer: row?.id, nonce: key.nonce, err: { message: 'the node is gone' } });
});
