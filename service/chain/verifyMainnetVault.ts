import { parseAbi } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { ChainClient } from './chainClient.ts';
import { listPaidTokens } from './verifyVault.ts';
import { WrongChain } from './wrongChain.ts';

const governanceAbi = parseAbi([
  'function owner() view returns (address)',
  'function guardian() view returns (address)',
  'function delay() view returns (uint256)',
]);

const MIN_DELAY_SECONDS = 86_400n;
const LARGEST_CAP = 2n ** 112n - 1n;

async function findGovernanceProblems({ chain, reader }: ChainClient): Promise<readonly string[]> {
  const call = { address: chain.vault, abi: governanceAbi } as const;
  const [owner, guardian, delay] = await Promise.all([
    reader.readContract({ ...call, functionName: 'owner' }),
    reader.readContract({ ...call, functionName: 'guardian' }),
    reader.readContract({ ...call, functionName: 'delay' }),
  ]);
  const problems: string[] = [];
  if (owner === chain.hotWallet) {
    problems.push(
      `is owned by the hot wallet ${owner}: who steals its key could withdraw everything. Make a multi-signature account the owner.`,
    );
  }
  if (guardian === chain.hotWallet) {
    problems.push(
      `has the hot wallet ${guardian} as its guardian: a stolen key could not be stopped by it. Let the owner name another guardian.`,
    );
  }
  if (delay < MIN_DELAY_SECONDS) {
    problems.push(
      `delays its owner's actions by ${delay} s, but a mainnet needs at least ${MIN_DELAY_SECONDS}: the guardian could not stop them in time. Deploy a vault with a longer delay.`,
    );
  }
  return problems;
}

/**
 * Verifies what a stolen hot wallet could do to the vault of a mainnet. Every other vault passes.
 * @throws WrongChain with a line for each unsafe setting; an RPC error
 */
export async function verifyMainnetVault(catalog: Catalog, client: ChainClient): Promise<void> {
  const { chain, reader } = client;
  if (chain.category !== 'Mainnet') return;
  const problems = [...(await findGovernanceProblems(client))];
  for (const { name, address } of listPaidTokens(catalog, chain)) {
    const call = { address: chain.vault, abi: vaultAbi, functionName: 'capOf', args: [address] } as const;
    const { perWindow } = await reader.readContract(call);
    if (perWindow < LARGEST_CAP) continue;
    problems.push(`has no limit for ${name}, because its cap is the largest number. Let the owner lower it.`);
  }
  if (problems.length === 0) return;
  throw new WrongChain(problems.map((problem) => `The vault ${chain.vault} on ${chain.name} ${problem}`).join('\n'));
}
