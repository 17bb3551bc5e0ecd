import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../lab/web/inEnglish.ts';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { hashProblemText, readHashText } from './readHashText.ts';

const words = await inEnglish(receiptsWords);
const HASH = `0x${'1f'.repeat(32)}`;

describe('readHashText', () => {
  it.each([
    HASH,
    `  ${HASH}\n`,
    HASH.toUpperCase().replace('0X', '0x'),
    HASH.slice(2),
    `https://explorer.example/tx/${HASH}?tab=logs`,
  ])('finds the hash in %j', (text) => {
    expect(readHashText(text)).toEqual({ ok: true, hash: HASH });
  });

  it.each([
    ['', 'Paste the hash'],
    [`0x${'1f'.repeat(20)}`, 'This is an account address'],
    [`${HASH}1f`, 'This text has 68'],
    ['0x12', 'This text has 4'],
  ])('explains why %j is not a hash', (text, problem) => {
    const result = readHashText(text);
    expect(result.ok ? '' : hashProblemText(result.problem, words)).toContain(problem);
  });
});
