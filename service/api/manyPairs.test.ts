import { createHash } from 'node:crypto';
import { getAddress } from 'viem';
import { expect, test } from 'vitest';
import { encodeSuccess } from '#shared/wire/envelope.ts';
import type { PairInfo } from '#shared/wire/pairs.ts';
import { encodePairs } from '#shared/wire/pairs.ts';
import { prepareJson } from './answers.ts';

const LIMIT_BYTES = 300_000;

const digestOf = (name: string) => createHash('sha256').update(name).digest('hex');
const addressOf = (name: string) => getAddress(`0x${digestOf(name).slice(0, 40)}`);
/** Up to six digits that no encoding can compress. */
const numberOf = (name: string) => BigInt(`0x${digestOf(name).slice(0, 5)}`);

/** Every token from each chain to each other. Each chain and token has its own limits, and each token its own price. */
function listPairs(chains: number, tokens: number): readonly PairInfo[] {
  const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);
  const side = (chain: number, token: number) => ({
    ...{ chainId: 1000 + chain * 37, chainName: `Chain ${chain}`, token: addressOf(`token ${token} on ${chain}`) },
    ...{ decimals: 6, price: { currency: 'USD', value: `${numberOf(`price ${token}`)}`, atMs: 1_790_000_000_000 } },
  });
  const describe = (token: number, from: number, to: number): PairInfo => ({
    ...{
      depositContract: addressOf(`contract ${from}`),
      tokenName: `TOK${token}`,
      available: true,
      usualSeconds: 40,
      gasDrop: null,
    },
    min: { amount: 1_000_000n, decimals: 6 },
    max: { amount: numberOf(`funds of ${token} on ${to}`) * 1_000_000n, decimals: 6 },
    ...{ origin: side(from, token), destination: side(to, token) },
  });
  return indexes(tokens).flatMap((token) =>
    indexes(chains).flatMap((from) =>
      indexes(chains).flatMap((to) => (from === to ? [] : [describe(token, from, to)])),
    ),
  );
}

test('20,000 pairs of 5 chains with 1,000 tokens take less than 300 kB on the wire', async () => {
  const pairs = listPairs(5, 1000);
  expect(pairs).toHaveLength(20_000);
  const answer = prepareJson(encodeSuccess(encodePairs(pairs)));
  const { length } = await answer.bytes('br');
  expect(length).toBeLessThan(LIMIT_BYTES);
});
