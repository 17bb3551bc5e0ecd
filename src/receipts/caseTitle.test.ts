import { describe, expect, it } from 'vitest';
import { everyCase, everyVerdict } from '../../tools/lab/web/deskVerdicts.ts';
import { inEnglish } from '../../tools/lab/web/inEnglish.ts';
import { deskWords } from '../i18n/desk/deskWords.ts';
import { verdictWords } from '../i18n/verdict/verdictWords.ts';
import { caseTitle } from './caseTitle.ts';

const words = { desk: await inEnglish(deskWords), verdict: await inEnglish(verdictWords) };
const { delivered, dustKept, inProgress, notFound } = everyVerdict;

describe('the title of a case', () => {
  it('differs for each verdict', () => {
    const titles = everyCase.map(({ verdicts }) => caseTitle(verdicts, words));
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('counts what a transfer waits for, and where a hash was looked for', () => {
    expect(caseTitle([inProgress], words)).toBe('Waiting for 3 more confirmations');
    expect(caseTitle([{ ...inProgress, confirmations: null }], words)).toBe('In progress');
    expect(caseTitle([notFound], words)).toBe('Not found on any of the 2 chains');
  });

  it('is that of the deposits where all stand alike', () => {
    expect(caseTitle([delivered, delivered], words)).toBe('Delivered');
    expect(caseTitle([delivered, dustKept], words)).toBe('2 deposits with different fates');
  });
});
