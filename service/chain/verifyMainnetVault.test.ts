import type { Address } from 'viem';
import { BaseError, decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { Category } from '../../shared/wire/pairs.ts';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import type { ChainClient } from './chainClient.ts';
import { verifyMainnetVault } from './verifyVault.ts';

const abi = [
  ...vaultAbi,
  ...parseAbi([
    'function owner() view returns (address)',
    'function guardian() view returns (address)',
    'function delay() view returns (uint256)',
    'function approvedUntil(bytes action) view returns (uint256)',
  ]),
];
const catalog = createSampleCatalog();
const southshore = pickChain(catalog, 'Southshore');
const [MULTISIG, GUARDIAN]: readonly Address[] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
type Views = Readonly<Record<string, unknown>>;
const SAFE: Views = {
  ...{ owner: MULTISIG, guardian: GUARDIAN, delay: 86_400n, approvedUntil: 0n },
  capOf: { perPayment: 10n, perWindow: 100n },
};
/** What a node answers to a call that a contract doesn't have. */
const REVERTED = Object.assign(new BaseError('execution reverted'), { code: 3, data: '0x' });

/** A vault whose views return these values. */
function connect(views: Views, category: Category): ChainClient {
  const chain = { ...southshore, category };
  return createScriptedClient<readonly [{ data: `0x${string}` }]>(chain, ({ params: [{ data }] }) => {
    const { functionName } = decodeFunctionData({ abi, data });
    const result = views[functionName];
    if (result instanceof Error) throw result;
    const item = abi.filter((entry) => 'name' in entry && entry.name === functionName);
    return encodeFunctionResult({ abi: item as never, functionName, result } as never);
  });
}

async function problemsOf(change: Views, category: Category = 'Mainnet'): Promise<string> {
  return verifyMainnetVault(catalog, connect({ ...SAFE, ...change }, category)).then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

test("accepts a mainnet's vault with another owner, another guardian, a delay and caps", async () => {
  expect(await problemsOf({})).toBe('');
});

test.each<readonly [string, Views, RegExp]>([
  ['the hot wallet as owner', { owner: southshore.hotWallet }, /is owned by the hot wallet .* Make a multi-signature/],
  ['the hot wallet as guardian', { guardian: southshore.hotWallet }, /has the hot wallet 0x\w+ as its guardian/],
  ['a short delay', { delay: 3600n }, /delays its owner's actions by 3600 s, but a mainnet needs at least 86400/],
  ['a guardian that can cancel nothing', { approvedUntil: REVERTED }, /has no guardian that can cancel/],
  ['a cap without a limit', { capOf: { perPayment: 1n, perWindow: 2n ** 112n - 1n } }, /has no limit for ETH/],
])('refuses %s on a mainnet, and accepts it on a testnet', async (_what, change, problem) => {
  expect(await problemsOf(change)).toMatch(problem);
  expect(await problemsOf(change, 'Testnet')).toBe('');
});

test('reports a failed read of the veto as such, not as a vault without a guardian', async () => {
  const problem = await problemsOf({ approvedUntil: Object.assign(new Error('no answer'), { code: -32_000 }) });
  expect(problem).toMatch(/no answer/);
  expect(problem).not.toMatch(/has no guardian/);
});
