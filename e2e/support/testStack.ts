import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address, Hex, PrivateKeyAccount, PublicClient } from 'viem';
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  hexToBigInt,
  http,
  numberToHex,
  parseUnits,
  zeroAddress,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { setNativeBalance } from '../../contracts/deploy.ts';
import type { ChainName } from '../../tools/lab/chains/chainsAndTokens.ts';
import type { ChainToken, InstalledChain } from '../../tools/lab/chains/deployment.ts';
import { listChainTokens } from '../../tools/lab/chains/deployment.ts';
import { approvalData } from '../../tools/lab/chains/depositCall.ts';
import type { PublishedStack } from './publishedStack.ts';

/** Decimal amounts by chain and token: `{ Northshore: { ETH: '1', USDC: '100' } }`. */
export type Funds = Readonly<Partial<Record<ChainName, Readonly<Record<string, string>>>>>;

export type TestStack = PublishedStack & {
  readonly chain: (name: ChainName) => InstalledChain & { readonly client: PublicClient };
  readonly token: (chain: ChainName, token: string) => ChainToken;
  readonly balanceOf: (chain: ChainName, token: string, owner: Address) => Promise<bigint>;
  /** The allowance of the deposit contract for the owner's token. */
  readonly allowance: (chain: ChainName, token: string, owner: Address) => Promise<bigint>;
  /** Approves an amount for the deposit contract on the owner's behalf. */
  readonly approve: (
    chain: ChainName,
    token: string,
    grant: { readonly owner: PrivateKeyAccount; readonly amount: bigint },
  ) => Promise<void>;
  /** Sets native balances to the given amounts, and adds the given amounts to token balances. */
  readonly fund: (account: Address, funds: Funds) => Promise<void>;
  /** Creates an account that only this test uses. */
  readonly createAccount: (funds?: Funds) => Promise<PrivateKeyAccount>;
  /** Reads `/config.json`, for tests that serve a changed copy. */
  readonly readWebConfig: () => Record<string, unknown>;
  /** The hot wallet, which the app does not know. */
  readonly hotWallet: () => Address;
};

export function createTestStack(published: PublishedStack): TestStack {
  const clients = new Map(
    published.chains.map(({ name, rpcUrl }) => [name, createPublicClient({ transport: http(rpcUrl), cacheTime: 0 })]),
  );
  const chain: TestStack['chain'] = (name) => {
    const found = published.chains.find((candidate) => candidate.name === name);
    const client = clients.get(name);
    if (!found || !client) throw new Error(`there is no chain ${name}`);
    return { ...found, client };
  };
  const token: TestStack['token'] = (chainName, name) => {
    const found = listChainTokens(chain(chainName).deployment).find((candidate) => candidate.name === name);
    if (!found) throw new Error(`there is no token ${name} on ${chainName}`);
    return found;
  };
  const fund: TestStack['fund'] = async (account, funds) => {
    const entries = Object.entries(funds) as [ChainName, Record<string, string>][];
    await Promise.all(entries.map(([name, amounts]) => fundOnChain(chain(name), account, amounts)));
  };
  return {
    ...published,
    chain,
    token,
    fund,
    balanceOf: async (chainName, tokenName, owner) => {
      const { client } = chain(chainName);
      const { address } = token(chainName, tokenName);
      if (address === zeroAddress) return client.getBalance({ address: owner });
      return client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
    },
    allowance: async (chainName, tokenName, owner) => {
      const { client, deployment } = chain(chainName);
      const { address } = token(chainName, tokenName);
      const args = [owner, deployment.depositContract] as const;
      return client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args });
    },
    approve: async (chainName, tokenName, { owner, amount }) => {
      const { client, rpcUrl, deployment } = chain(chainName);
      const wallet = createWalletClient({ account: owner, transport: http(rpcUrl) });
      const data = approvalData(deployment.depositContract, amount);
      const hash = await wallet.sendTransaction({ chain: null, to: token(chainName, tokenName).address, data });
      await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
    },
    createAccount: async (funds = {}) => {
      const account = privateKeyToAccount(generatePrivateKey());
      await fund(account.address, funds);
      return account;
    },
    readWebConfig: () => JSON.parse(readFileSync(join(published.stateDir, 'config.json'), 'utf8')),
    hotWallet: () => JSON.parse(readFileSync(join(published.stateDir, 'installation.json'), 'utf8')).hotWallet,
  };
}

/** Writes balances into the chain's state, without a transaction or a block. */
async function fundOnChain(chain: InstalledChain, account: Address, amounts: Record<string, string>): Promise<void> {
  const tokens = listChainTokens(chain.deployment);
  const { request } = http(chain.rpcUrl)({});
  const give = async ([name, amountText]: readonly [string, string]) => {
    const token = tokens.find((candidate) => candidate.name === name);
    if (!token) throw new Error(`there is no token ${name} on ${chain.name}`);
    const amount = parseUnits(amountText, token.decimals);
    if (token.address === zeroAddress) return setNativeBalance(chain, { account, amount });
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] });
    const before = await request({ method: 'eth_call', params: [{ to: token.address, data }, 'latest'] });
    const after = numberToHex(hexToBigInt(before as Hex) + amount);
    await request({ method: 'anvil_dealERC20', params: [account, token.address, after] });
  };
  await Promise.all(Object.entries(amounts).map(give));
}
