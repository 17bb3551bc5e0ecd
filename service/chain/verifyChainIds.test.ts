import { expect, test } from 'vitest';
import { WrongChain } from './rpc/refusals.ts';
import { verifyChainIds } from './verifyChain.ts';

const DOWN = null;

async function isRefused(quorum: number, ids: readonly (number | null)[]): Promise<boolean> {
  const senders = ids.map((id) => ({
    getChainId: async () => {
      if (id === DOWN) throw new Error('no connection');
      return id;
    },
  }));
  return verifyChainIds({ chain: { id: 5, name: 'Northshore', quorum }, senders }).then(
    () => false,
    (error: unknown) => error instanceof WrongChain,
  );
}

test('endpoints of another chain are refused', async () => {
  expect(await isRefused(1, [1])).toBe(true);
  expect(await isRefused(2, [5, 1])).toBe(true);
  expect(await isRefused(2, [1, 1, 5])).toBe(true);
});

test('one endpoint of three that serves another chain does not keep the service from starting', async () => {
  expect(await isRefused(2, [1, 5, 5])).toBe(false);
  expect(await isRefused(2, [1, 5, DOWN])).toBe(false);
});

test('an endpoint that does not answer may start later', async () => {
  expect(await isRefused(2, [5, DOWN])).toBe(false);
  expect(await isRefused(1, [DOWN])).toBe(false);
});
