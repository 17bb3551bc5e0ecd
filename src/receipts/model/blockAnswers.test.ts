import type { Hash } from 'viem';
import { describe, expect, it } from 'vitest';
import { agreementOf, weighBlock } from './blockAnswers.ts';

const [BLOCK, OTHER]: [Hash, Hash] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`];
const block = { chainId: 1, blockNumber: 5n, blockHash: BLOCK };

/** What the endpoints a, b, … have at the height of the block. */
const weigh = (...hashes: readonly (Hash | null)[]) =>
  weighBlock(
    block,
    hashes.map((blockHash, index) => ({ host: 'abc'.charAt(index), blockHash })),
  );

describe('weighBlock', () => {
  it('counts the agreeing endpoints, and names those that differ or are silent', () => {
    expect(weigh(BLOCK, OTHER, null)).toEqual({ chainId: 1, asked: 3, agreed: 1, differing: ['b'], silent: ['c'] });
  });
});

describe('agreementOf', () => {
  it('compares nothing before the endpoints answer', () => {
    expect(agreementOf(null)).toBe('notCompared');
  });

  it('agrees if an endpoint of each chain shows its block, even beside silent ones', () => {
    expect(agreementOf([weigh(BLOCK), weigh(BLOCK, null)])).toBe('agreed');
  });

  it('differs when any endpoint shows another block', () => {
    expect(agreementOf([weigh(BLOCK), weigh(BLOCK, OTHER)])).toBe('differs');
    expect(agreementOf([weigh(OTHER), weigh(null)])).toBe('differs');
  });

  it('is unconfirmed when no endpoint of one chain shows the block', () => {
    expect(agreementOf([weigh(), weigh()])).toBe('unconfirmed');
    expect(agreementOf([weigh(BLOCK), weigh(null)])).toBe('unconfirmed');
  });
});
