import { describe, expect, it } from 'vitest';
import { findHash, parseHash } from './hash.ts';

const HASH = `0x${'ab'.repeat(32)}`;

describe('parseHash', () => {
  it.each([HASH, HASH.toUpperCase(), `0x${'aB'.repeat(32)}`])('reads %s in lower case', (text) => {
    expect(parseHash(text)).toBe(HASH);
  });

  it.each(['', '0x', HASH.slice(2), HASH.slice(0, -1), `${HASH}a`, ` ${HASH}`, `${HASH}\n`, `0x${'zz'.repeat(32)}`])(
    'refuses %j',
    (text) => {
      expect(parseHash(text)).toBeNull();
    },
  );
});

describe('findHash', () => {
  it.each([HASH, ` ${HASH}\n`, `https://explorer.example/tx/${HASH}?tab=logs`, `in transaction ${HASH}.`])(
    'finds the hash in %j',
    (text) => {
      expect(findHash(text)).toBe(HASH);
    },
  );

  it.each(['', 'a refund of 5 USDC', `${HASH}00`, HASH.slice(0, -1)])('finds none in %j', (text) => {
    expect(findHash(text)).toBeNull();
  });
});
