import { BaseError, ContractFunctionRevertedError, ContractFunctionZeroDataError, parseAbi, zeroAddress } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { ChainClient } from './chainClient.ts';
import { encodeWithdrawal } from './vaultActions.ts';
import { listPaidTokens } from './verifyVault.ts';
import { WrongChain } from './wrongChain.ts';

const governanceAbi = parseAbi([
  'function owner() view returns (address)',
  'function guardian() view returns (address)',
  'function delay() view returns (uint256)',
  'function approvedUntil(bytes action) view returns (uint256)',
]);

const MIN_DELAY_SECONDS = 86_400n;
const LARGEST_CAP = 2n ** 112n - 1n;

/** Whether the guardian can cancel what the owner schedules. A vault of an earlier version lacks the calls for it. */
async function hasVeto({ chain, reader }: ChainClient): Promise<boolean> {
  const action = encodeWithdrawal({ token: zeroAddress, recipient: chain.vault, amount: 0n });
  const call = { address: chain.vault, abi: governanceAbi, functionName: 'approvedUntil', args: [action] } as const;
  try {
    await reader.readContract(call);
    return true;
  } catch (error) {
    const isMissing = (cause: unknown) =>
      cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError;
    if (error instanceof BaseError && error.walk(isMissing)) return false;
    throw error;
  }
}

async function findGovernanceProblems(client: ChainClient): Promise<readonly string[]> {
  const { chain, reader } = client;
  const call = { address: chain.vault, abi: governanceAbi } as const;
  const [owner, guardian, delay, isGuarded] = await Promise.all([
    reader.readContract({ ...call, functionName: 'owner' }),
    reader.readContract({ ...call, functionName: 'guardian' }),
    reader.readContract({ ...call, functionName: 'delay' }),
    hasVeto(client),
  ]);
  const problems: string[] = [];
  if (owner === chain.hotWallet) {
    problems.push(
      `is owned by the hot wallet ${owner}: who steals its key could withdraw everything. Make a multi-signature account the owner.`,
    );
  }
  if (guardian === chain.hotWallet) {
    problems.push(
      `has the hot wallet ${guardian} as its guardian: its thief could cancel what the owner does about the theft. Let the owner name another guardian.`,
    );
  }
  if (delay < MIN_DELAY_SECONDS) {
    problems.push(
      `delays its owner's actions by ${delay} s, but a mainnet needs at least ${MIN_DELAY_SECONDS}: the guardian could not cancel those of a stolen owner in time. Deploy a vault with a longer delay.`,
    );
  }
  if (!isGuarded) {
    problems.push(
      'has no guardian that can cancel what a stolen owner schedules: it is of an earlier version. Deploy a vault of this version, and move to it as docs/runbook.md says.',
    );
  }
  return problems;
}

/**
 * Verifies what a stolen hot wallet or a stolen owner could do to the vault of a mainnet. Every other vault passes.
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
