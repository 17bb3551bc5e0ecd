import type { Address, PrivateKeyAccount } from 'viem';
import { parseEther, parseUnits, zeroAddress } from 'viem';
import type { Artifacts } from '../../../contracts/artifacts.ts';
import type { AnvilChain, Deployment, TokenSpec } from '../../../contracts/deploy.ts';
import {
  deployContracts,
  deployVault,
  mintTokens,
  openVaultSpec,
  setNativeBalance,
} from '../../../contracts/deploy.ts';
import { ANVIL_ACCOUNTS } from './anvil.ts';
import type { ChainName, InstallationToken } from './chainsAndTokens.ts';
import { GAS_FUNDS, TOKENS, VAULT_FUNDS } from './chainsAndTokens.ts';
import { installMulticall } from './multicall.ts';

/** A running chain with the bridge on it. */
export type InstalledChain<Name extends string = ChainName> = {
  readonly name: Name;
  readonly id: number;
  readonly rpcUrl: string;
  readonly deployment: Deployment;
};

export type ChainToken = {
  readonly name: string;
  readonly address: Address;
  readonly decimals: number;
  readonly resetsAllowance: boolean;
};

export type DeployOptions = {
  readonly artifacts: Artifacts;
  readonly hotWallet: PrivateKeyAccount;
  /** Deployed with the others, but not part of any configuration. */
  readonly unlistedTokens?: readonly TokenSpec[];
};

const TOKEN_LIST: readonly InstallationToken[] = TOKENS;

/** Deploys the bridge and the tokens on a new chain, and funds the vault and the hot wallet. */
export async function deployBridge(
  chain: AnvilChain & { readonly name: ChainName },
  { artifacts, hotWallet, unlistedTokens = [] }: DeployOptions,
): Promise<Deployment> {
  const listed = TOKEN_LIST.flatMap(({ name, kind, decimals }): TokenSpec[] =>
    kind === null ? [] : [{ name, kind, decimals: decimals[chain.name] }],
  );
  const deployment = await deployContracts(chain, {
    ...{ artifacts, hotWallet: hotWallet.address },
    tokens: [...listed, ...unlistedTokens],
  });
  await setNativeBalance(chain, { account: hotWallet.address, amount: parseEther(GAS_FUNDS) });
  await fundVault(chain, deployment);
  await installMulticall(chain.rpcUrl);
  return deployment;
}

/** Gives a deployment's vault its funds in every token. */
async function fundVault(chain: AnvilChain, deployment: Deployment): Promise<void> {
  await setNativeBalance(chain, { account: deployment.vault, amount: parseEther(VAULT_FUNDS.native) });
  const mints = deployment.tokens.map(({ address, decimals }) => ({
    token: address,
    to: deployment.vault,
    amount: parseUnits(VAULT_FUNDS.token, decimals),
  }));
  await mintTokens(chain, mints);
}

type AddedVault = Omit<DeployOptions, 'unlistedTokens'> & {
  readonly deployment: Deployment;
  /** Seconds from announcing an owner's action to executing it. */
  readonly delay?: bigint;
};

/** Deploys and funds another vault next to the bridge. @returns its address */
export async function addVault(
  chain: AnvilChain,
  { artifacts, hotWallet, deployment, delay }: AddedVault,
): Promise<Address> {
  const tokens = deployment.tokens.map(({ address }) => address);
  const spec = openVaultSpec(hotWallet.address, tokens);
  const vault = await deployVault(chain, { artifacts, ...spec, ...(delay !== undefined && { delay }) });
  await fundVault(chain, { ...deployment, vault });
  return vault;
}

/** Mints every token's demo amount for anvil's accounts. */
export async function fundDemoAccounts(chain: AnvilChain, deployment: Deployment): Promise<void> {
  const mints = deployment.tokens.flatMap(({ name, address, decimals }) => {
    const amountText = TOKEN_LIST.find((token) => token.name === name)?.demoAmount;
    if (amountText === null || amountText === undefined) return [];
    const amount = parseUnits(amountText, decimals);
    return ANVIL_ACCOUNTS.map((account) => ({ token: address, to: account.address, amount }));
  });
  await mintTokens(chain, mints);
}

/** Lists a chain's tokens, the native token included, in the order of the installation. */
export function listChainTokens(deployment: Deployment): readonly ChainToken[] {
  return TOKEN_LIST.flatMap(({ name, kind }): ChainToken[] => {
    if (kind === null) return [{ name, address: zeroAddress, decimals: 18, resetsAllowance: false }];
    return deployment.tokens
      .filter((token) => token.name === name)
      .map(({ address, decimals }) => ({ name, address, decimals, resetsAllowance: kind === 'tether' }));
  });
}
