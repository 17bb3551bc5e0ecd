import type { Logger } from 'pino';
import { expect } from 'vitest';
import { test } from '../../tools/lab/fixtures.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { createLogger } from '../boot/log.ts';
import { logFailedSend } from './settle.ts';

// A slow machine can log other lines in between.
const EVENTS = [
  'deposit seen',
  'deposit decided',
  'payment signed',
  'payment sent',
  'payment removed by a reorg, sending it again',
  'payment final',
];

type Line = { readonly msg: string; readonly transfer?: string; readonly nonce?: number };

function collectLines(): { readonly logger: Logger; readonly lines: Line[] } {
  const lines: Line[] = [];
  return { logger: createLogger('info', { write: (line) => lines.push(JSON.parse(line)) }), lines };
}

test('the service logs the transfer id with every event of a transfer, even after a reorg or an error', async ({
  installation,
}) => {
  const { origin, destination } = installation.bridge;
  const { logger, lines } = collectLines();
  const service = await installation.start({ logger });
  const transfer = await installation.deposit();
  await origin.chain.mine(2);
  await transfer.untilReceipt(/in a block of Southshore\. Waiting for confirmations/);
  await destination.chain.reorganise(1);
  await waitUntil(async () => (await transfer.payouts()).length === 0);
  await waitUntil(async () => lines.some(({ msg }) => msg.startsWith('payment removed by a reorg')));
  installation.keepMining();
  await transfer.delivered();
  await service.stop();

  const id = await transfer.id();
  const messages = lines.filter((line) => line.transfer === id && EVENTS.includes(line.msg)).map(({ msg }) => msg);
  expect([...new Set(messages)]).toEqual(EVENTS);

  const [send] = await installation.query<{ nonce: number }>('select nonce from sends');
  const key = { ...installation.senderKey, nonce: Number(send?.nonce) };
  const context = { database: installation.database(), logger };
  const failure = new Error('the node is gone');
  await expect(logFailedSend(context, key, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(lines.at(-1)).toMatchObject({ transfer: id, nonce: key.nonce, err: { message: 'the node is gone' } });
});
