import type { Address } from 'viem';
import { erc20Abi } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { TokenAmount } from '../domain/liquidity.ts';
import { readAllowance } from './allowance.ts';
import type { ChainClient } from './chainClient.ts';

export type Funds = {
  /** The balance of the payment's token. */
  readonly balance: bigint;
  readonly nativeBalance: bigint;
  /** The payout contract's allowance; null for the native token, which needs none. */
  readonly allowance: bigint | null;
  readonly atBlock: bigint;
};

async function readFundsAt(client: ChainClient, token: Address, atBlock: bigint): Promise<Funds> {
  const { chain, reader } = client;
  const owner = chain.maker;
  if (isNativeToken(token)) {
    const nativeBalance = await reader.getBalance({ address: owner, blockNumber: atBlock });
    return { balance: nativeBalance, nativeBalance, allowance: null, atBlock };
  }
  const [nativeBalance, balance, allowance] = await Promise.all([
    reader.getBalance({ address: owner, blockNumber: atBlock }),
    reader.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [owner],
      blockNumber: atBlock,
    }),
    readAllowance(client, { token, owner, spender: chain.payoutContract, blockNumber: atBlock }),
  ]);
  return { balance, nativeBalance, allowance, atBlock };
}

/** Reads the maker's funds at one block. */
export async function readFunds(client: ChainClient, token: Address): Promise<Funds> {
  return readFundsAt(client, token, await client.reader.getBlockNumber());
}

/** Reads how much the maker can pay of each token at a block: the lesser of balance and allowance. */
export function readSpendable(
  client: ChainClient,
  tokens: readonly Address[],
  atBlock: bigint,
): Promise<readonly TokenAmount[]> {
  return Promise.all(
    tokens.map(async (token) => {
      const { balance, allowance } = await readFundsAt(client, token, atBlock);
      return { token, amount: allowance !== null && allowance < balance ? allowance : balance };
    }),
  );
}
