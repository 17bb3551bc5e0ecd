import { describe, expect, it } from 'vitest';
import { context, nowhere, provenOn, southshore, unpaid } from '../../../tools/lab/web/deskEvidence.ts';
import type { DepositEvidence } from '../model/evidence.ts';
import { judge } from '../model/judge.ts';
import type { Look } from './useLookup.ts';
import { lookAfter, readPatiently } from './useLookup.ts';

const lookupOf = (...deposits: readonly DepositEvidence[]) => judge({ ...nowhere, deposits }, context);
const [notFound, inProgress] = [lookupOf(), lookupOf(unpaid)];
const over = lookupOf({ ...unpaid, confirmations: 9, payout: provenOn(southshore) });

/** The delays while each lookup finds the same verdict. */
function delaysOf(found: Look['found'], count: number): readonly (number | null)[] {
  let look: Look | null = null;
  return Array.from({ length: count }, () => {
    look = lookAfter(look, found);
    return look.delayMs;
  });
}

describe('the next lookup of a hash', () => {
  it('waits longer each time the verdict stays the same, up to a limit', () => {
    const delays = delaysOf(notFound, 30);
    expect(delays.slice(0, 3)).toEqual([5_000, 6_750, 9_112.5]);
    expect(delays.at(-1)).toBe(120_000);
  });

  it('comes sooner for a transfer under way', () => {
    expect(delaysOf(inProgress, 30).at(-1)).toBe(15_000);
  });

  it('comes soon after the verdict changes', () => {
    const late: Look = { found: notFound, delayMs: 120_000 };
    expect(lookAfter(late, inProgress).delayMs).toBe(5_000);
  });

  it('never comes once nothing can change', () => {
    expect(delaysOf(over, 2)).toEqual([null, null]);
  });

  it('comes again when a reorg undoes the end', () => {
    expect(lookAfter({ found: over, delayMs: null }, inProgress).delayMs).toBe(5_000);
  });
});

/** A read whose answers the test gives. */
function start(read: (from: 'everything' | 'chains', service: Promise<string>) => Promise<string>) {
  const shown: string[] = [];
  let answer: (text: string) => void = () => {};
  const service = new Promise<string>((resolve) => {
    answer = resolve;
  });
  let endPatience: () => void = () => {};
  const whole = readPatiently({
    read: (from) => read(from, service),
    sleep: (delayMs) => {
      expect(delayMs).toBe(2_000);
      return new Promise((resolve) => {
        endPatience = resolve;
      });
    },
    show: (found) => shown.push(found),
  });
  return { whole, shown, answer: (text: string) => answer(text), endPatience: () => endPatience() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('shows what the chains show while the service hangs, and everything once it answers', async () => {
  const { whole, shown, answer, endPatience } = start(async (from, service) =>
    from === 'chains' ? 'chains' : `chains and ${await service}`,
  );
  await settle();
  expect(shown).toEqual([]);
  endPatience();
  await settle();
  expect(shown).toEqual(['chains']);
  answer('service');
  expect(await whole).toBe('chains and service');
});

it('shows nothing early if the service answers in time', async () => {
  const { whole, shown, answer } = start(async (_from, service) => service);
  answer('service');
  expect(await whole).toBe('service');
  expect(shown).toEqual([]);
});

it('does not replace the full answer if the chains answer after the service', async () => {
  const { whole, shown, answer, endPatience } = start((from, service) =>
    from === 'chains' ? service.then(() => settle()).then(() => 'chains') : service,
  );
  endPatience();
  await settle();
  answer('service');
  expect(await whole).toBe('service');
  await settle();
  expect(shown).toEqual([]);
});

it('fails with the error of the read', async () => {
  const { whole } = start(() => Promise.reject(new Error('broken')));
  await expect(whole).rejects.toThrow('broken');
});
