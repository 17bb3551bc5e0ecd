import { describe, expect, it } from 'vitest';
import { everyCase, everyVerdict } from '../../tools/lab/web/deskVerdicts.ts';
import { textsIn } from '../../tools/lab/web/textsIn.ts';
import { caseTitle } from './caseTitle.ts';

const texts = await textsIn('desk', 'en');
const { delivered, dustKept, inProgress, notFound } = everyVerdict;

describe('the title of a case', () => {
  it('differs for each verdict', () => {
    const titles = everyCase.map(({ verdicts }) => caseTitle(verdicts, texts));
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('counts what a transfer waits for, and where a hash was looked for', () => {
    expect(caseTitle([inProgress], texts)).toBe('Waiting for 3 more confirmations');
    expect(caseTitle([{ ...inProgress, confirmations: null }], texts)).toBe('In progress');
    expect(caseTitle([notFound], texts)).toBe('Not found on any of the 2 chains');
  });

  it('is that of the deposits where all stand alike', () => {
    expect(caseTitle([delivered, delivered], texts)).toBe('Delivered');
    expect(caseTitle([delivered, dustKept], texts)).toBe('2 deposits with different fates');
  });
});
