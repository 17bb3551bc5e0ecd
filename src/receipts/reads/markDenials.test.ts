import { createPublicClient, custom } from 'viem';
import { anvil } from 'viem/chains';
import { expect, it } from 'vitest';
import { markDenials } from './sightReads.ts';

/** An endpoint that does not know the transaction, and whose newest block this is; null: it does not answer. */
function endpointAt(head: number | null) {
  const request = async () => {
    if (head === null) throw new Error('timeout');
    return `0x${head.toString(16)}`;
  };
  const client = createPublicClient({ chain: anvil, transport: custom({ request }, { retryCount: 0 }) });
  return { host: 'one', kind: 'unknown', fingerprint: '', client } as const;
}

it.each([
  [105, { answer: 'differs' }],
  [104, { answer: 'behind', isLagging: false }],
  [100, { answer: 'behind', isLagging: false }],
  [99, { answer: 'behind', isLagging: true }],
  [50, { answer: 'behind', isLagging: true }],
  [49, { answer: 'differs' }],
  [null, { answer: 'behind' }],
])('an endpoint at block %s that denies a transaction of block 100: %o', async (head, expected) => {
  const answers = [{ host: 'one', answer: 'behind' } as const];
  expect(await markDenials(answers, [endpointAt(head)], 100n)).toEqual([{ host: 'one', ...expected }]);
});
