import { describe, expect, it } from 'vitest';
import { syntheticProofText } from '../../lab/web/syntheticProof.ts';
import { MAX_PROOF_CHARS, readProofText } from './readProofText.ts';

const text = syntheticProofText();
const file = JSON.parse(text);
const written = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function problemOf(changed: string) {
  const read = readProofText(changed);
  return read.ok ? null : read.problem;
}

describe('readProofText', () => {
  it('reads a proof, also without the line break at its end', () => {
    expect(problemOf(text)).toBeNull();
    expect(problemOf(text.trimEnd())).toBeNull();
  });

  it.each([
    ['an empty text', ' \n', 'empty'],
    ['a truncated file', text.slice(0, 900), 'notJson'],
    ['a text that is no JSON', 'hello', 'notJson'],
    ['a larger file', ' '.repeat(MAX_PROOF_CHARS + 1), 'tooLarge'],
    ['lists in lists', '['.repeat(100_000), 'tooDeep'],
    [
      'a deep value in a proof',
      written({ ...file, made: JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`) }),
      'tooDeep',
    ],
    ['another JSON', '{"format":"other","version":1}', 'notAProof'],
    ['no object', '"causeway-delivery-proof"', 'notAProof'],
    ['a later version', written({ ...file, version: 2, more: [] }), 'otherVersion'],
    ['a repeated key', text.replace('"version": 1,', '"version": 1,\n  "version": 1,'), 'notCanonical'],
    ['other spaces', JSON.stringify(file), 'notCanonical'],
    ['Windows line breaks', text.replaceAll('\n', '\r\n'), 'notCanonical'],
    ['keys in another order', written({ version: file.version, ...file }), 'notCanonical'],
    ['another time', text.replace(file.made.at, '2031-01-01T00:00:00Z'), 'digestDiffers'],
  ])('names %s', (_case, changed, code) => {
    expect(problemOf(changed)?.code).toBe(code);
  });

  it.each([
    ['a missing field', { ...file, made: undefined }, 'made'],
    ['a further field', { ...file, more: 1 }, 'more'],
    [
      'an amount as a number',
      { ...file, statement: { ...file.statement, payout: { ...file.statement.payout, amount: 1 } } },
      'statement.payout.amount',
    ],
    [
      'an address in capitals',
      { ...file, statement: { ...file.statement, payout: { ...file.statement.payout, vault: `0x${'A'.repeat(40)}` } } },
      'statement.payout.vault',
    ],
    ['half a byte', { ...file, payoutEvidence: { ...file.payoutEvidence, header: '0xabc' } }, 'payoutEvidence.header'],
    [
      'too many nodes',
      { ...file, payoutEvidence: { ...file.payoutEvidence, receiptProof: Array(17).fill('0x00') } },
      'payoutEvidence.receiptProof',
    ],
    ['a date that no calendar has', { ...file, made: { ...file.made, at: '2026-99-99T99:99:99Z' } }, 'made.at'],
    ['the 30th of February', { ...file, made: { ...file.made, at: '2026-02-30T00:00:00Z' } }, 'made.at'],
    [
      'a time after the year 9999',
      { ...file, statement: { ...file.statement, deposit: { ...file.statement.deposit, blockTime: '253402300800' } } },
      'statement.deposit.blockTime',
    ],
    [
      'a time beyond any date',
      {
        ...file,
        statement: { ...file.statement, payout: { ...file.statement.payout, blockTime: `${2n ** 200n}` } },
      },
      'statement.payout.blockTime',
    ],
  ])('names the field of %s', (_case, changed, field) => {
    expect(problemOf(written(changed))).toEqual({ code: 'malformed', field });
  });

  it('reads a field named after an object of JavaScript as a further field', () => {
    expect(problemOf(text.replace('"format"', '"__proto__": {},\n  "format"'))).toMatchObject({ code: 'malformed' });
  });
});
