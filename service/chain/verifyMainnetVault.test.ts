import type { Address } from 'viem';
import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { createScriptedClient } from '../../lab/rpc/scriptedClient.ts';
import { createSampleCatalog, pickChain } from '../../lab/service/sampleCatalog.ts';
import type { Category } from '../../shared/wire/pairs.ts';
import type { ChainClient } from './chainClient.ts';
import { verifyMainnetVault } from './verifyMainnetVault.ts';

const abi = [
  ...vaultAbi,
  ...parseAbi([
    'function owner() view returns (address)',
    'function guardian() view returns (address)',
    'function delay() view returns (uint256)',
  ]),
];
const catalog = createSampleCatalog();
const southshore = pickChain(catalog, 'Southshore');
const [MULTISIG, GUARDIAN]: readonly Address[] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
const SAFE = { owner: MULTISIG, guardian: GUARDIAN, delay: 86_400n, capOf: { perPayment: 10n, perWindow: 100n } };

/** A vault that answers its views with these values. */
function connect(views: Readonly<Record<string, unknown>>, category: Category): ChainClient {
  const chain = { ...southshore, category };
  return createScriptedClient<readonly [{ data: `0x${string}` }]>(chain, ({ params: [{ data }] }) => {
    const { functionName } = decodeFunctionData({ abi, data });
    const item = abi.filter((entry) => 'name' in entry && entry.name === functionName);
    return encodeFunctionResult({ abi: item as never, functionName, result: views[functionName] } as never);
  });
}

async function problemsOf(change: Partial<typeof SAFE>, category: Category = 'Mainnet'): Promise<string> {
  return verifyMainnetVault(catalog, connect({ ...SAFE, ...change }, category)).then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

test('accepts the vault of a mainnet with another owner, another guardian, a delay and caps', async () => {
  expect(await problemsOf({})).toBe('');
});

test.each<readonly [string, Partial<typeof SAFE>, RegExp]>([
  ['the hot wallet as owner', { owner: southshore.hotWallet }, /is owned by the hot wallet .* Make a multi-signature/],
  ['the hot wallet as guardian', { guardian: southshore.hotWallet }, /has the hot wallet 0x\w+ as its guardian/],
  ['a short delay', { delay: 3600n }, /delays its owner's actions by 3600 s, but a mainnet needs at least 86400/],
  ['a cap without a limit', { capOf: { perPayment: 1n, perWindow: 2n ** 112n - 1n } }, /has no limit for ETH/],
])('refuses %s on a mainnet, and accepts it on a testnet', async (_what, change, problem) => {
  expect(await problemsOf(change)).toMatch(problem);
  expect(await problemsOf(change, 'Testnet')).toBe('');
});
