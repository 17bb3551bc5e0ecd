import { createMerkleProof, createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt';
import fc from 'fast-check';
import type { Hex } from 'viem';
import { hexToBytes, toHex, toRlp } from 'viem';
import { describe, expect, it } from 'vitest';
import { buildTrie, readTrieProof } from './trie.ts';

// Indexes above 127 and above 255 have longer keys. Transactions and receipts are all longer than 32 bytes.
const items = fc
  .array(fc.uint8Array({ minLength: 33, maxLength: 90 }), { minLength: 1, maxLength: 300 })
  .map((all) => all.map((bytes) => toHex(bytes)));

const keyOf = (index: number) => toRlp(index === 0 ? '0x' : toHex(index), 'bytes');

/** The same trie from the library used by Ethereum's own JavaScript client. */
async function referenceOf(values: readonly Hex[]) {
  const trie = await createMPT();
  for (const [index, value] of values.entries()) await trie.put(keyOf(index), hexToBytes(value));
  return trie;
}

describe('a trie of transactions or receipts', () => {
  it('has the root and the proofs of @ethereumjs/mpt', async () => {
    await fc.assert(
      fc.asyncProperty(items, fc.nat(), async (values, seed) => {
        const index = seed % values.length;
        const [own, reference] = [buildTrie(values), await referenceOf(values)];
        expect(own.root).toBe(toHex(reference.root()));
        const proof = await createMerkleProof(reference, keyOf(index));
        expect(own.proofOf(index)).toEqual(proof.map((node) => toHex(node)));
      }),
      { numRuns: 25 },
    );
  });

  it('proves each item to @ethereumjs/mpt and to itself', async () => {
    const values = Array.from({ length: 260 }, (_, index) => toHex(new Uint8Array(40).fill(index % 256)));
    const { root, proofOf } = buildTrie(values);
    for (const index of [0, 1, 15, 16, 127, 128, 129, 255, 256, 259]) {
      const nodes = proofOf(index);
      expect(readTrieProof({ root, index }, nodes)).toBe(values[index]);
      const proof = nodes.map((node) => hexToBytes(node));
      const read = await verifyMPTWithMerkleProof(await createMPT(), hexToBytes(root), keyOf(index), proof);
      expect(read && toHex(read)).toBe(values[index]);
    }
  });

  it('proves nothing at another index, from another root, or with a node missing or added', () => {
    const values = Array.from({ length: 20 }, (_, index) => toHex(new Uint8Array(40).fill(index)));
    const { root, proofOf } = buildTrie(values);
    const nodes = proofOf(3);
    expect(readTrieProof({ root, index: 3 }, nodes)).toBe(values[3]);
    expect(readTrieProof({ root, index: 4 }, nodes)).toBeNull();
    expect(readTrieProof({ root, index: 20 }, nodes)).toBeNull();
    expect(readTrieProof({ root: `0x${'00'.repeat(32)}`, index: 3 }, nodes)).toBeNull();
    expect(readTrieProof({ root, index: 3 }, nodes.slice(0, -1))).toBeNull();
    expect(readTrieProof({ root, index: 3 }, [...nodes, nodes[0] ?? '0x'])).toBeNull();
    expect(readTrieProof({ root, index: 3 }, [])).toBeNull();
  });
});
