import { expect, test } from 'vitest';
import { createLogger } from './boot/log.ts';
import { createStepLog, STEPS } from './engineContext.ts';

const TRANSFERS = [`0x${'12'.repeat(32)}`, `0x${'34'.repeat(32)}`] as const;

function logStep(level: string): readonly unknown[] {
  const lines: unknown[] = [];
  const logger = createLogger(level, { write: (line) => lines.push(JSON.parse(line)) });
  const reportStep = createStepLog(logger, new Map([[421614, 'Arbitrum Sepolia']]));
  void reportStep('sign.attemptStored', { chainId: 421614, transferIds: TRANSFERS, nonce: 7 });
  return lines;
}

test('the step log writes each step at debug level with its chain and nonce, once per transfer', () => {
  const msg = 'signed bytes stored, not committed yet';
  const line = { level: 'debug', step: 'sign.attemptStored', chain: 'Arbitrum Sepolia', nonce: 7, msg };
  expect(logStep('debug')).toEqual(TRANSFERS.map((transfer) => expect.objectContaining({ ...line, transfer })));
});

test('the step log writes nothing at info level', () => {
  expect(logStep('info')).toEqual([]);
});

test('every step has a different name', () => {
  expect(new Set(STEPS).size).toBe(STEPS.length);
});
