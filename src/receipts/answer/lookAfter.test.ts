import { describe, expect, it } from 'vitest';
import { moment, nowhere, provenOn, southshore, unpaid } from '../../../lab/web/deskEvidence.ts';
import type { DepositEvidence } from '../model/evidence.ts';
import { judge } from '../model/judge.ts';
import type { Look } from './lookAfter.ts';
import { lookAfter } from './lookAfter.ts';

const caseOf = (...deposits: readonly DepositEvidence[]) => judge({ ...nowhere, deposits }, moment);
const [notFound, inProgress] = [caseOf(), caseOf(unpaid)];
const over = caseOf({ ...unpaid, confirmations: 9, payout: provenOn(southshore) });

/** The delays of lookups that find the same again. */
function delaysOf(found: Look['found'], count: number): readonly (number | null)[] {
  let look: Look | null = null;
  return Array.from({ length: count }, () => {
    look = lookAfter(look, found);
    return look.delayMs;
  });
}

describe('the next lookup of a case', () => {
  it('waits longer each time that the verdict is the same, up to a limit', () => {
    const delays = delaysOf(notFound, 30);
    expect(delays.slice(0, 3)).toEqual([5_000, 6_750, 9_112.5]);
    expect(delays.at(-1)).toBe(120_000);
  });

  it('comes sooner for a transfer under way', () => {
    expect(delaysOf(inProgress, 30).at(-1)).toBe(15_000);
  });

  it('comes soon after the verdict has changed', () => {
    const late: Look = { found: notFound, delayMs: 120_000 };
    expect(lookAfter(late, inProgress).delayMs).toBe(5_000);
  });

  it('never comes after the end', () => {
    expect(delaysOf(over, 2)).toEqual([null, null]);
  });

  it('comes again when a reorg undid the end', () => {
    expect(lookAfter({ found: over, delayMs: null }, inProgress).delayMs).toBe(5_000);
  });
});
