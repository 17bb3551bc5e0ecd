import type { Hex } from 'viem';
import { numberToHex } from 'viem';
import { expect, test } from 'vitest';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import type { ChainClient } from './chainClient.ts';
import { WrongChain } from './rpc/refusals.ts';
import { verifyTokens } from './verifyChain.ts';

const catalog = createSampleCatalog();
const chain = pickChain(catalog, 'Southshore');
const [usdc, wbtc] = ['USDC', 'WBTC'].map(
  (name) =>
    catalog.tokens
      .find((token) => token.name === name)
      ?.deployments.get(chain.name)
      ?.address.toLowerCase() ?? '',
);
const RIGHT = { [String(usdc)]: 6, [String(wbtc)]: 18 };

/** A chain on which these addresses have code and answer decimals() with a number or with the given bytes. */
function connect(decimals: Readonly<Record<string, number | Hex>>): ChainClient {
  return createScriptedClient<readonly [string | { to: string }]>(chain, ({ method, params: [first] }) => {
    const answer = decimals[(typeof first === 'string' ? first : first.to).toLowerCase()];
    if (method === 'eth_getCode') return answer === undefined ? '0x' : '0x6001';
    if (answer === undefined) throw new Error('the provider is down');
    return typeof answer === 'number' ? numberToHex(answer, { size: 32 }) : answer;
  });
}

async function problemsOf(decimals: Readonly<Record<string, number | Hex>>): Promise<string> {
  return verifyTokens(catalog, connect(decimals)).then(
    () => '',
    (error: unknown) => (error instanceof WrongChain ? error.message : `another error: ${error}`),
  );
}

test('accepts tokens whose decimals are those of the chain, and the native token', async () => {
  expect(await problemsOf(RIGHT)).toBe('');
});

test('refuses decimals that differ from the chain, and names each token with the right number', async () => {
  expect((await problemsOf({ [String(usdc)]: 18, [String(wbtc)]: 8 })).split('\n')).toEqual([
    'The token USDC on Southshore has 6 decimals in the configuration, but 18 on the chain. Set 18.',
    'The token WBTC on Southshore has 18 decimals in the configuration, but 8 on the chain. Set 8.',
  ]);
});

test('refuses an account without code as a token', async () => {
  expect(await problemsOf({ [String(wbtc)]: 18 })).toMatch(
    /^The token USDC on Southshore is 0x\w{40}, which has no code\./,
  );
});

test('refuses a contract that is not a token', async () => {
  expect(await problemsOf({ ...RIGHT, [String(usdc)]: '0x' })).toMatch(/does not answer decimals\(\)/);
});

test('does not call a token wrong when the provider is down', async () => {
  const client = createScriptedClient(chain, () => {
    throw new Error('the provider is down');
  });
  await expect(verifyTokens(catalog, client)).rejects.not.toBeInstanceOf(WrongChain);
});
