import type { Address } from 'viem';
import { erc20Abi } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { isNativeToken } from '#shared/address.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { isRefusedByContract } from '../chain/rpc/refusals.ts';
import type { StateReader } from '../chain/togetherReader.ts';
import { createTogetherReader } from '../chain/togetherReader.ts';
import type { VaultHolding } from './model/liquidity.ts';

/** The vault's funds of one token, and the hot wallet's gas, at one block. */
export type Funds = {
  /** The vault's balance of the payment's token. */
  readonly balance: bigint;
  /** The amount of the token that the vault's window still allows. */
  readonly spendable: bigint;
  /** The most that one payment can ever take. */
  readonly perPayment: bigint;
  /** The hot wallet's native tokens, which only pay for gas. */
  readonly gasBalance: bigint;
  readonly atBlock: bigint;
};

/** A chain and the reader of its state. */
type Source = Pick<ChainClient, 'chain'> & { readonly reader: StateReader };
type TokenAt = { readonly token: Address; readonly blockNumber: bigint };

/** Reads what the vault has of a token at a block. */
export function readVaultBalance({ chain, reader }: Source, { token, blockNumber }: TokenAt): Promise<bigint> {
  const { vault } = chain;
  if (isNativeToken(token)) return reader.getBalance({ address: vault, blockNumber });
  return reader.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [vault], blockNumber });
}

function readSpendable({ chain, reader }: Source, { token, blockNumber }: TokenAt): Promise<bigint> {
  const call = { address: chain.vault, abi: vaultAbi, functionName: 'spendable', args: [token] } as const;
  return reader.readContract({ ...call, blockNumber });
}

/** Reads the most that one payment can ever take: neither the cap per payment nor a whole window's cap allows more. */
async function readPerPayment({ chain, reader }: Source, { token, blockNumber }: TokenAt): Promise<bigint> {
  const call = { address: chain.vault, abi: vaultAbi, functionName: 'capOf', args: [token] } as const;
  const { perPayment, perWindow } = await reader.readContract({ ...call, blockNumber });
  return perPayment < perWindow ? perPayment : perWindow;
}

/** Reads how much gas the hot wallet can pay for at a block. */
function readGasBalance({ chain, reader }: Source, blockNumber: bigint): Promise<bigint> {
  return reader.getBalance({ address: chain.hotWallet, blockNumber });
}

/** Reads the funds for payments in a token, all at one block: by default the newest. */
export async function readFunds(client: ChainClient, token: Address, blockNumber?: bigint): Promise<Funds> {
  const atBlock = blockNumber ?? (await client.reader.getBlockNumber());
  const at = { token, blockNumber: atBlock };
  const [balance, spendable, perPayment, gasBalance] = await Promise.all([
    readVaultBalance(client, at),
    readSpendable(client, at),
    readPerPayment(client, at),
    readGasBalance(client, atBlock),
  ]);
  return { balance, spendable, perPayment, gasBalance, atBlock };
}

/** The vault's funds of every token, and the hot wallet's gas, at one block. */
export type Holdings = {
  readonly holdings: readonly VaultHolding[];
  readonly gasBalance: bigint;
  /** Whether the vault refuses every payment. */
  readonly isPaused: boolean;
};

async function readHolding(source: Source, at: TokenAt): Promise<VaultHolding> {
  // The vault can't pay a token that tells no balance.
  const noneIfRefused = (error: unknown): bigint => {
    if (isRefusedByContract(error)) return 0n;
    throw error;
  };
  const [balance, spendable, perPayment] = await Promise.all([
    readVaultBalance(source, at).catch(noneIfRefused),
    readSpendable(source, at),
    readPerPayment(source, at),
  ]);
  return { token: at.token, balance, spendable, perPayment };
}

/**
 * Reads the vault's holdings of each token and what its caps allow, together. No payment may depend on it. A token whose
 * contract fails is left out, so that it doesn't close the pairs of the others.
 * @throws if no token can be read
 */
export async function readHoldings(
  client: ChainClient,
  tokens: readonly Address[],
  blockNumber: bigint,
): Promise<Holdings> {
  const { chain } = client;
  const source = { chain, reader: createTogetherReader(client, blockNumber) };
  const [readings, gasBalance, isPaused] = await Promise.all([
    Promise.allSettled(tokens.map((token) => readHolding(source, { token, blockNumber }))),
    readGasBalance(source, blockNumber),
    source.reader.readContract({ address: chain.vault, abi: vaultAbi, functionName: 'paused', blockNumber }),
  ]);
  const holdings = readings.flatMap((reading) => (reading.status === 'fulfilled' ? [reading.value] : []));
  const failed = readings.find((reading) => reading.status === 'rejected');
  if (failed && holdings.length === 0) throw failed.reason;
  return { holdings, gasBalance, isPaused };
}
