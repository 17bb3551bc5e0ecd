import { describe, expect, it } from 'vitest';
import { offerOf, pairOf } from '../../tools/lab/web/fixtures.ts';
import { statusOf, timeText } from './Footer.tsx';

const pairs = { fetchStatus: 'idle', isError: false, data: offerOf([pairOf('USDC')]), dataUpdatedAt: 2_000 } as const;
const answered = { hasFailedQuote: false, failedReceiptAt: 0 };

describe("the bridge's status", () => {
  it('reflects the last request', () => {
    expect(statusOf(pairs, answered)).toBe('responded');
    expect(statusOf({ ...pairs, data: offerOf([]) }, answered)).toBe('offersNothing');
    expect(statusOf({ ...pairs, data: undefined, fetchStatus: 'fetching' }, answered)).toBe('asking');
  });

  it('is not good after a failure, even if older pairs are still there', () => {
    expect(statusOf({ ...pairs, isError: true }, answered)).toBe('notResponding');
  });

  it('is not good while the form has no quote', () => {
    expect(statusOf(pairs, { ...answered, hasFailedQuote: true })).toBe('notResponding');
  });

  it('is not good after a receipt that the bridge did not answer, until it answers again', () => {
    expect(statusOf(pairs, { ...answered, failedReceiptAt: 3_000 })).toBe('notResponding');
    expect(statusOf(pairs, { ...answered, failedReceiptAt: 1_000 })).toBe('responded');
  });

  it('says that this device is offline, not that the bridge is down', () => {
    expect(statusOf({ ...pairs, isError: true, fetchStatus: 'paused' }, { ...answered, hasFailedQuote: true })).toBe(
      'offline',
    );
  });

  it("formats the time in the language's style", () => {
    const afternoon = new Date(2026, 10, 26, 13, 15).getTime();
    expect(timeText('en-US', afternoon)).toMatch(/^1:15\sPM$/);
    expect(timeText('es', afternoon)).toBe('13:15');
  });
});
