import type { Address } from 'viem';
import { erc20Abi } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { isNativeToken } from '#shared/address.ts';
import type { VaultHolding } from '../domain/liquidity.ts';
import type { ChainClient } from './chainClient.ts';

/** The vault's funds of one token, and the hot wallet's gas, at one block. */
export type Funds = {
  /** The vault's balance of the payment's token. */
  readonly balance: bigint;
  /** The amount of the token that the vault's window still allows. */
  readonly spendable: bigint;
  /** The hot wallet's native tokens. They pay gas and nothing else. */
  readonly gasBalance: bigint;
  readonly atBlock: bigint;
};

type TokenAt = { readonly token: Address; readonly blockNumber: bigint };

function readVaultBalance({ chain, reader }: ChainClient, { token, blockNumber }: TokenAt): Promise<bigint> {
  const { vault } = chain;
  if (isNativeToken(token)) return reader.getBalance({ address: vault, blockNumber });
  return reader.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [vault], blockNumber });
}

function readSpendable({ chain, reader }: ChainClient, { token, blockNumber }: TokenAt): Promise<bigint> {
  const call = { address: chain.vault, abi: vaultAbi, functionName: 'spendable', args: [token] } as const;
  return reader.readContract({ ...call, blockNumber });
}

/** Reads how much gas the hot wallet can pay for at a block. */
export function readGasBalance({ chain, reader }: ChainClient, blockNumber: bigint): Promise<bigint> {
  return reader.getBalance({ address: chain.hotWallet, blockNumber });
}

/** Reads whether the vault refuses every payment. */
export function readPaused({ chain, reader }: ChainClient, blockNumber: bigint): Promise<boolean> {
  return reader.readContract({ address: chain.vault, abi: vaultAbi, functionName: 'paused', blockNumber });
}

/** Reads the funds for payments in a token, all at one block: by default the newest. */
export async function readFunds(client: ChainClient, token: Address, blockNumber?: bigint): Promise<Funds> {
  const atBlock = blockNumber ?? (await client.reader.getBlockNumber());
  const at = { token, blockNumber: atBlock };
  const [balance, spendable, gasBalance] = await Promise.all([
    readVaultBalance(client, at),
    readSpendable(client, at),
    readGasBalance(client, atBlock),
  ]);
  return { balance, spendable, gasBalance, atBlock };
}

/** Reads what the vault holds of each token and what its caps allow, all at one block. */
export function readHoldings(
  client: ChainClient,
  tokens: readonly Address[],
  blockNumber: bigint,
): Promise<readonly VaultHolding[]> {
  const { chain, reader } = client;
  return Promise.all(
    tokens.map(async (token) => {
      const at = { token, blockNumber };
      const [balance, spendable, { perPayment }] = await Promise.all([
        readVaultBalance(client, at),
        readSpendable(client, at),
        reader.readContract({
          ...{ address: chain.vault, abi: vaultAbi, functionName: 'capOf', args: [token], blockNumber },
        }),
      ]);
      return { token, balance, spendable, perPayment };
    }),
  );
}
