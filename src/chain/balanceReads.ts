import type { Address } from 'viem';
import { erc20Abi } from 'viem';
import { getBalance, multicall, readContract } from 'viem/actions';
import { isNativeToken } from '#shared/address.ts';
import { inParallel } from '../lib/inParallel.ts';
import type { ChainClient, ClientOf } from './chainClients.ts';

// Nodes limit a call's code to 49,152 bytes (EIP-3860), and a call without a deployed contract is all code.
const MAX_TOKENS_PER_CALL = 100;
// Without multicall, each token costs a request, and public nodes limit these.
const MAX_SINGLE_READS = 60;
const PARALLEL_READS = 4;

type TokensOf = { readonly chainId: number; readonly tokens: readonly Address[]; readonly account: Address };

/** In token order. Null if the balance could not be read. */
type Balances = readonly (bigint | null)[];

async function readOneByOne(tokens: readonly Address[], read: (token: Address) => Promise<bigint>): Promise<Balances> {
  const found: (bigint | null)[] = tokens.map(() => null);
  await inParallel(tokens.slice(0, MAX_SINGLE_READS).entries(), PARALLEL_READS, async ([index, token]) => {
    found[index] = await read(token).catch(() => null);
  });
  return found;
}

async function readTogether(client: ChainClient, tokens: readonly Address[], account: Address): Promise<Balances> {
  const contracts = tokens.map((address) => ({
    ...{ address, abi: erc20Abi, functionName: 'balanceOf' as const },
    args: [account] as const,
  }));
  // The call carries the code of the Multicall3 contract, so it needs no deployment on the chain.
  const results = await multicall(client, { contracts, deployless: true, batchSize: 0 });
  // The node may answer fewer results.
  return tokens.map((_token, index) => results[index]?.result ?? null);
}

async function readErc20(
  client: ChainClient,
  { tokens, account }: Omit<TokensOf, 'chainId'>,
  isReachable: Promise<boolean>,
): Promise<Balances> {
  const parts = Array.from({ length: Math.ceil(tokens.length / MAX_TOKENS_PER_CALL) }, (_, part) =>
    tokens.slice(part * MAX_TOKENS_PER_CALL, (part + 1) * MAX_TOKENS_PER_CALL),
  );
  const unread = (part: readonly Address[]): Balances => part.map(() => null);
  const together = (
    await Promise.all(parts.map((part) => readTogether(client, part, account).catch(() => unread(part))))
  ).flat();
  if (together.some((balance) => balance !== null)) return together;
  // Sixty requests to a node that does not answer would take minutes.
  if (!(await isReachable)) return together;
  const args = [account] as const;
  return readOneByOne(tokens, (address) =>
    readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args }),
  );
}

/** A chain's token balances: a hundred tokens per call, or one by one if the chain refuses multicall. */
export function createBalanceReads(clientOf: ClientOf) {
  return {
    balancesOf: async ({ chainId, tokens, account }: TokensOf): Promise<Balances> => {
      const client = clientOf(chainId);
      const contracts = tokens.filter((token) => !isNativeToken(token));
      const native = getBalance(client, { address: account }).catch(() => null);
      const isReachable = native.then((balance) => balance !== null);
      const erc20 = await readErc20(client, { tokens: contracts, account }, isReachable);
      const ownNative = await native;
      const balances = new Map(contracts.map((token, index) => [token, erc20[index] ?? null]));
      return tokens.map((token) => (isNativeToken(token) ? ownNative : (balances.get(token) ?? null)));
    },
  };
}
