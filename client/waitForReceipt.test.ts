import { describe, expect, it } from 'vitest';
import { MalformedAnswer } from '../shared/wire/envelope.ts';
import type { Step } from '../shared/wire/reasons.ts';
import type { Receipt } from './receipt.ts';
import { ServiceUnreachable } from './serviceErrors.ts';
import { ReceiptRefused, waitForReceipt } from './waitForReceipt.ts';

const HASH = `0x${'ab'.repeat(32)}`;

const inProgress: Receipt = {
  kind: 'inProgress',
  report: { step: 'confirming', reason: null, message: '' },
  confirmations: null,
};
const failed = (step: Step): Receipt => ({
  kind: 'failed',
  report: { step, reason: 'operator_refund', message: 'The transfer failed.' },
  claim: { hash: null, amount: null },
});

/** Waits through these answers, by a clock that moves only while it sleeps. */
async function waitThrough(answers: readonly (Receipt | Error)[]) {
  const left = [...answers];
  const pauses: number[] = [];
  let now = 0;
  const troubles: Error[] = [];
  const getReceipt = async (): Promise<Receipt> => {
    const next = left.shift();
    if (next === undefined) throw new Error('asked once too often');
    if (next instanceof Error) throw next;
    return next;
  };
  const sleep = async (milliseconds: number) => {
    pauses.push(milliseconds);
    now += milliseconds;
  };
  const onTrouble = (error: Error) => troubles.push(error);
  const receipt = await waitForReceipt({ getReceipt }, HASH, { clock: { now: () => now, sleep }, onTrouble });
  expect(left).toEqual([]);
  return { receipt, pauses, troubles };
}

describe('waitForReceipt', () => {
  it('waits through unknown, in progress and held, and through a refund, until it is final', async () => {
    const held: Receipt = { ...inProgress, report: { step: 'held', reason: 'operator_review', message: '' } };
    const { receipt, pauses } = await waitThrough([
      { kind: 'unknown' },
      inProgress,
      held,
      failed('held'),
      failed('refunding'),
      failed('refunded'),
    ]);
    expect(receipt).toEqual(failed('refunded'));
    expect(pauses).toEqual([2000, 2000, 2000, 2000, 2000]);
  });

  it('ends when the operator has closed the transfer', async () => {
    expect((await waitThrough([failed('closed')])).receipt).toEqual(failed('closed'));
  });

  it('asks every ten seconds after a minute, and once a minute after ten', async () => {
    const { pauses } = await waitThrough([...Array<Receipt>(90).fill(inProgress), failed('refunded')]);
    expect(pauses.slice(0, 30)).toEqual(Array(30).fill(2000));
    expect(pauses.slice(30, 84)).toEqual(Array(54).fill(10_000));
    expect(pauses.slice(84)).toEqual(Array(6).fill(60_000));
  });

  it('doubles its pauses while the service is down, up to a minute, and starts over after an answer', async () => {
    const down = new ServiceUnreachable('down');
    const { pauses, troubles } = await waitThrough([
      ...Array<Error>(6).fill(down),
      new MalformedAnswer('no envelope'),
      inProgress,
      down,
      failed('refunded'),
    ]);
    expect(pauses).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 10_000, 2000]);
    expect(troubles).toHaveLength(8);
  });

  it('waits as long as the service asks', async () => {
    const busy = new ServiceUnreachable('busy', { retryAfterMs: 45_000 });
    expect((await waitThrough([busy, failed('refunded')])).pauses).toEqual([45_000]);
  });

  it("rejects if the service refuses to answer, if the text is not a hash, and on the caller's own error", async () => {
    await expect(waitThrough([{ kind: 'refused', message: 'no such operation' }])).rejects.toThrow(ReceiptRefused);
    await expect(waitThrough([new RangeError('a fault of the caller')])).rejects.toThrow(RangeError);
    const getReceipt = () => Promise.reject(new Error('must not ask'));
    await expect(waitForReceipt({ getReceipt }, '0x12')).rejects.toThrow(TypeError);
  });

  it('stops at once when the caller aborts it, while asking or sleeping', async () => {
    const stop = new AbortController();
    const getReceipt = async () => inProgress;
    const waiting = waitForReceipt({ getReceipt }, HASH, {
      signal: stop.signal,
      onAnswer: () => queueMicrotask(() => stop.abort(new RangeError('enough'))),
    });
    await expect(waiting).rejects.toThrow('enough');
    await expect(waitForReceipt({ getReceipt }, HASH, { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('does not sleep if the caller aborts it on trouble', async () => {
    const stop = new AbortController();
    const getReceipt = () => Promise.reject(new ServiceUnreachable('busy', { retryAfterMs: 300_000 }));
    const onTrouble = () => stop.abort(new RangeError('enough'));
    const clock = { now: () => 0, sleep: () => Promise.reject(new Error('slept')) };
    const options = { signal: stop.signal, onTrouble, clock };
    await expect(waitForReceipt({ getReceipt }, HASH, options)).rejects.toThrow('enough');
  });
});
