import { describe, expect, it } from 'vitest';
import { delivered, everyVerdict } from '../../../lab/web/deskVerdicts.ts';
import { inEnglish } from '../../../lab/web/inEnglish.ts';
import { deskWords } from '../../words/desk/deskWords.ts';
import { verdictWords } from '../../words/verdict/verdictWords.ts';
import { caseTitle } from './caseTitle.ts';

const words = { desk: await inEnglish(deskWords), verdict: await inEnglish(verdictWords) };

describe('the title of a case', () => {
  it('differs for each verdict that does not lead to another one', () => {
    const { payoutPasted, refundPasted, ...others } = everyVerdict;
    const titles = Object.values(others).map((verdict) => caseTitle(verdict, words));
    expect(new Set(titles).size).toBe(titles.length);
    expect(caseTitle(payoutPasted, words)).toBe('Delivered');
    expect(caseTitle(refundPasted, words)).toBe('Delivered');
  });

  it('counts what a transfer waits for, and where a hash was looked for', () => {
    expect(caseTitle(everyVerdict.inProgress, words)).toBe('Waiting for 3 more confirmations');
    expect(caseTitle({ ...everyVerdict.inProgress, confirmations: null }, words)).toBe('In progress');
    expect(caseTitle(everyVerdict.notFound, words)).toBe('Not found on any of the 2 chains');
  });

  it('is that of the deposits where all have the same fate', () => {
    expect(caseTitle({ kind: 'severalDeposits', fates: [delivered, delivered] }, words)).toBe('Delivered');
    expect(caseTitle(everyVerdict.severalDeposits, words)).toBe('2 deposits with different fates');
  });
});
