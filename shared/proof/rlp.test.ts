import fc from 'fast-check';
import { fromRlp, toHex, toRlp } from 'viem';
import { describe, expect, it } from 'vitest';
import type { RlpItem } from './rlp.ts';
import { decodeRlp, encodeRlp } from './rlp.ts';

// Lengths around 55 and 255 bytes have other prefixes.
const bytes = fc
  .oneof(
    fc.uint8Array({ maxLength: 3 }),
    fc.uint8Array({ minLength: 53, maxLength: 58 }),
    fc.uint8Array({ minLength: 253, maxLength: 258 }),
  )
  .map((value) => toHex(value));
const items = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof({ maxDepth: 4 }, bytes, fc.array(tie('item'), { maxLength: 40 })),
})).item;

const viemEncode = (item: RlpItem) => toRlp(item as Parameters<typeof toRlp>[0]);

function fastest(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

describe('RLP', () => {
  it('is encoded as viem does, and decoded again', () => {
    fc.assert(
      fc.property(items, (item) => {
        const encoded = encodeRlp(item);
        expect(encoded).toBe(viemEncode(item));
        expect(decodeRlp(encoded)).toEqual(item);
      }),
    );
  });

  it.each(['0xABCD', '0x7F', '0x1', '0xABC'] as const)('encodes %s in lower case and in whole bytes', (value) => {
    expect(encodeRlp(value)).toBe(viemEncode(value));
  });

  it.each(['0x', '0x8100', '0x817f', '0xb800', '0xb90001ff', '0xf800', '0xc0c0', '0x82ab', '0xc282ab'] as const)(
    'is refused as %s',
    (text) => expect(decodeRlp(text)).toBeNull(),
  );

  it('is verified at little more than the cost of decoding it, because a stranger writes it', () => {
    const many = encodeRlp(Array<RlpItem>(200_000).fill('0x00'));
    const decoding = fastest(() => fromRlp(many, 'hex'));
    expect(fastest(() => decodeRlp(many)) / decoding).toBeLessThan(3);
  });
});
