import { describe, expect, it } from 'vitest';
import { syntheticProofText } from '../../tools/lab/web/syntheticProof.ts';
import { MAX_PROOF_CHARS, readProof } from './proofFile.ts';

const text = syntheticProofText();
const file = JSON.parse(text);
const withPayout = (fields: object) => ({ ...file, payout: { ...file.payout, ...fields } });

function problemOf(changed: string) {
  const read = readProof(changed);
  return read.ok ? null : read.problem;
}

describe('readProof', () => {
  it('reads a proof, whatever the spacing and field order of its text', () => {
    expect(problemOf(text)).toBeNull();
    expect(problemOf(JSON.stringify({ version: file.version, ...file }))).toBeNull();
  });

  it.each([
    ['an empty text', ' \n', 'notJson'],
    ['a truncated file', text.slice(0, 900), 'notJson'],
    ['a larger file', ' '.repeat(MAX_PROOF_CHARS + 1), 'tooLarge'],
    ['lists in lists', '['.repeat(MAX_PROOF_CHARS), 'notJson'],
    ['complete lists in lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'notAProof'],
    ['another JSON', '{"format":"other","version":1}', 'notAProof'],
    ['not an object', '"causeway-delivery-proof"', 'notAProof'],
    ['a later version', JSON.stringify({ ...file, version: 2, more: [] }), 'otherVersion'],
  ])('names %s', (_case, changed, code) => {
    expect(problemOf(changed)?.code).toBe(code);
  });

  it.each([
    ['a missing field', { ...file, payout: undefined }, 'payout'],
    ['an extra field', { ...file, more: 1 }, 'more'],
    ['an extra field in a side', withPayout({ amount: '1' }), 'payout.amount'],
    ['a chain as a text', withPayout({ chainId: '1' }), 'payout.chainId'],
    ['an address in capitals', withPayout({ vault: `0x${'A'.repeat(40)}` }), 'payout.vault'],
    ['half a byte', withPayout({ header: '0xabc' }), 'payout.header'],
    ['too many nodes', withPayout({ receiptProof: Array(17).fill('0x00') }), 'payout.receiptProof'],
    ['lists as a node', withPayout({ receiptProof: [[['0x00']]] }), 'payout.receiptProof.0'],
  ])('names the field of %s', (_case, changed, field) => {
    expect(problemOf(JSON.stringify(changed))).toEqual({ code: 'malformed', field });
  });

  it('treats a field named after a JavaScript object as an extra field', () => {
    expect(problemOf(text.replace('"format"', '"__proto__": {},\n  "format"'))).toMatchObject({ code: 'malformed' });
  });
});
