import type { Hash } from 'viem';
import { describe, expect, it } from 'vitest';
import { weighWitnesses } from './weighWitnesses.ts';

const [BLOCK, OTHER]: [Hash, Hash] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`];
const block = { chainId: 1, blockNumber: 5n, blockHash: BLOCK };

describe('weighWitnesses', () => {
  it('counts agreement, and names the endpoints that differ and the silent ones', () => {
    const answers = { a: BLOCK, b: OTHER, c: null } as const;
    const witnesses = Object.entries(answers).map(([endpoint, blockHash]) => ({ ...block, endpoint, blockHash }));
    expect(weighWitnesses([block], witnesses)).toEqual([
      { chainId: 1, asked: 3, agreed: 1, differing: ['b'], silent: ['c'] },
    ]);
  });

  it('counts no endpoint of another chain or another height', () => {
    const witnesses = [
      { chainId: 2, blockNumber: 5n, endpoint: 'a', blockHash: BLOCK },
      { chainId: 1, blockNumber: 6n, endpoint: 'b', blockHash: BLOCK },
    ];
    expect(weighWitnesses([block], witnesses)).toMatchObject([{ asked: 0, agreed: 0, differing: [], silent: [] }]);
  });
});
