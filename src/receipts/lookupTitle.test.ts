import { describe, expect, it } from 'vitest';
import { everyLookup, everyVerdict } from '../../tools/lab/web/deskVerdicts.ts';
import { textsIn } from '../../tools/lab/web/textsIn.ts';
import { lookupTitle } from './lookupTitle.ts';

const texts = await textsIn('desk', 'en');
const { delivered, dustKept, inProgress, notFound } = everyVerdict;

describe('the title of a lookup', () => {
  it('differs for each verdict', () => {
    const titles = everyLookup.map(({ verdicts }) => lookupTitle(verdicts, texts));
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('counts what a transfer waits for, and where a hash was looked for', () => {
    expect(lookupTitle([inProgress], texts)).toBe('Waiting for 3 more confirmations');
    expect(lookupTitle([{ ...inProgress, confirmations: null }], texts)).toBe('In progress');
    expect(lookupTitle([notFound], texts)).toBe('Not found on any of the 2 chains');
  });

  it('is the title of the deposits if they all share it', () => {
    expect(lookupTitle([delivered, delivered], texts)).toBe('Delivered');
    expect(lookupTitle([delivered, dustKept], texts)).toBe('2 deposits with different outcomes');
  });
});
