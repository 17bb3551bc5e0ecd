import type { Address, Hex } from 'viem';
import { getAbiItem, parseAbi, toFunctionSelector, zeroAddress } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import type { Catalog, Chain } from '../boot/model/catalog.ts';
import { isOpen, maxGasDropOf, vaultsOf } from '../boot/model/catalog.ts';
import type { ChainClient } from './chainClient.ts';
import { readLastDeepBlock } from './chainClient.ts';
import { mapLimited } from './concurrency.ts';
import { isRefusedByContract, WrongChain } from './rpc/refusals.ts';
import { encodeWithdrawal } from './vaultActions.ts';

/** Whether an account can make a chain's vaults pay. */
export type PayerRight =
  /** It is now a payer of this vault. */
  | { readonly kind: 'payer'; readonly vault: Address }
  /** It is no longer a payer, but was one in the last final block: a reorg could undo the removal. */
  | { readonly kind: 'leaving' }
  /** It is not a payer of any vault, in the last final block or now. Nothing it has signed can pay after that block. */
  | { readonly kind: 'gone'; readonly finalBlock: bigint };

/** Reads whether an account may make a chain's vaults pay, including the retired ones. */
export async function readPayerRight({ chain, reader }: ChainClient, account: Address): Promise<PayerRight> {
  const head = await reader.getBlockNumber();
  const last = await readLastDeepBlock(reader, chain.payoutConfirmations, head);
  const finalBlock = last > 0n ? last : 0n;
  const findVault = async (blockNumber: bigint) => {
    const call = { abi: vaultAbi, functionName: 'isPayer', args: [account], blockNumber } as const;
    const vaults = vaultsOf(chain);
    const answers = await Promise.all(vaults.map((address) => reader.readContract({ ...call, address })));
    return vaults[answers.indexOf(true)];
  };
  const [now, before] = await Promise.all([findVault(head), findVault(finalBlock)]);
  if (now) return { kind: 'payer', vault: now };
  return before ? { kind: 'leaving' } : { kind: 'gone', finalBlock };
}

// With a thousand tokens, sequential calls would take minutes.
const CALLS_AT_ONCE = 8;

/** @throws WrongChain if the chain lacks a configured contract; an RPC error */
export async function verifyCode({ chain, reader }: ChainClient): Promise<void> {
  const contracts = [
    { role: 'deposit contract', address: chain.depositContract },
    ...vaultsOf(chain).map((address) => ({ role: address === chain.vault ? 'vault' : 'retired vault', address })),
  ];
  for (const { role, address } of contracts) {
    if (await reader.getCode({ address })) continue;
    throw new WrongChain(
      `${chain.name} has no ${role} at ${address}. Correct the address in the configuration, or deploy the contract.`,
    );
  }
}

type RoutedToken = { readonly name: string; readonly address: Address };

/** The tokens that a chain's vault pays for open routes: payouts to the chain, their gas drops, and refunds on it. */
export function listPaidTokens({ routes }: Catalog, { id, nativeToken }: Chain): readonly RoutedToken[] {
  const native = { name: nativeToken, address: NATIVE_TOKEN_ADDRESS };
  const tokens = routes
    .filter(isOpen)
    .flatMap(({ token: { name }, origin, destination, ...route }) => [
      ...(origin.id === id ? [{ name, address: route.originToken.address }] : []),
      ...(destination.id === id ? [{ name, address: route.destinationToken.address }] : []),
      ...(destination.id === id && maxGasDropOf(destination, route.destinationToken.address) > 0n ? [native] : []),
    ]);
  return [...new Map(tokens.map((token) => [token.address, token])).values()];
}

async function verifyCap({ chain, reader }: ChainClient, { name, address }: RoutedToken): Promise<void> {
  const call = { address: chain.vault, abi: vaultAbi, functionName: 'capOf', args: [address] } as const;
  const { perPayment, perWindow } = await reader.readContract(call);
  if (perPayment > 0n && perWindow > 0n) return;
  throw new WrongChain(
    `The vault ${chain.vault} on ${chain.name} has no cap for ${name} (${address}), so it cannot pay ${name}. Let its owner set the cap, or remove the routes of ${name}.`,
  );
}

const GAS_DROP_SELECTOR = toFunctionSelector(getAbiItem({ abi: vaultAbi, name: 'payWithGas' })).slice(2);

/** Why a vault can't pay the chain's gas drops, as a clause; null if it can, or if the chain has none. */
export async function findGasDropProblem(
  { maxGasDrop, vault }: Pick<Chain, 'maxGasDrop' | 'vault'>,
  reader: { getCode(query: { readonly address: Address }): Promise<Hex | undefined> },
): Promise<string | null> {
  if (maxGasDrop === 0n) return null;
  const code = await reader.getCode({ address: vault });
  return code?.includes(GAS_DROP_SELECTOR) ? null : 'its version is too old for maxGasDrop: it lacks payWithGas';
}

export const GAS_DROP_FIX =
  'Remove maxGasDrop, or move to a vault of this version: docs/operating.md#to-move-to-a-new-vault';

/**
 * Verifies that the hot wallet can make the vault pay every token of the open routes, and gas drops.
 * @throws WrongChain; an RPC error
 */
export async function verifyVault(catalog: Catalog, client: ChainClient): Promise<void> {
  const { chain, reader } = client;
  const call = { address: chain.vault, abi: vaultAbi, functionName: 'isPayer', args: [chain.hotWallet] } as const;
  if (!(await reader.readContract(call))) {
    throw new WrongChain(
      `The hot wallet ${chain.hotWallet} is not a payer of the vault ${chain.vault} on ${chain.name}. Correct "hotWallet" or "vault", or let the vault's owner add the hot wallet.`,
    );
  }
  const problem = await findGasDropProblem(chain, reader);
  if (problem !== null) {
    throw new WrongChain(
      `The vault ${chain.vault} on ${chain.name} cannot pay gas drops: ${problem}. ${GAS_DROP_FIX}.`,
    );
  }
  await mapLimited(listPaidTokens(catalog, chain), CALLS_AT_ONCE, (token) => verifyCap(client, token));
}

const governanceAbi = parseAbi([
  'function owner() view returns (address)',
  'function guardian() view returns (address)',
  'function delay() view returns (uint256)',
  'function approvedUntil(bytes action) view returns (uint256)',
]);

const MIN_DELAY_SECONDS = 86_400n;
const LARGEST_CAP = 2n ** 112n - 1n;

/** Whether the guardian can cancel what the owner schedules. A vault of an earlier version lacks these calls. */
async function hasVeto({ chain, reader }: ChainClient): Promise<boolean> {
  const action = encodeWithdrawal({ token: zeroAddress, recipient: chain.vault, amount: 0n });
  const call = { address: chain.vault, abi: governanceAbi, functionName: 'approvedUntil', args: [action] } as const;
  try {
    await reader.readContract(call);
    return true;
  } catch (error) {
    if (isRefusedByContract(error)) return false;
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
      `is owned by the hot wallet ${owner}: whoever steals its key could withdraw everything. Make a multi-signature account the owner.`,
    );
  }
  if (guardian === chain.hotWallet) {
    problems.push(
      `has the hot wallet ${guardian} as its guardian: whoever steals its key could cancel what the owner does about the theft. Let the owner name another guardian.`,
    );
  }
  if (delay < MIN_DELAY_SECONDS) {
    problems.push(
      `delays its owner's actions by ${delay} s, but a mainnet needs at least ${MIN_DELAY_SECONDS}: the guardian could not cancel a stolen owner's actions in time. Deploy a vault with a longer delay.`,
    );
  }
  if (!isGuarded) {
    problems.push(
      'has no guardian that can cancel what a stolen owner schedules: its version is too old. Deploy a vault of this version, and move to it: docs/operating.md#to-move-to-a-new-vault.',
    );
  }
  return problems;
}

/**
 * Verifies what a stolen hot wallet or a stolen owner could do to a mainnet's vault. Every other vault passes.
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
