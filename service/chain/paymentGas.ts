import type { Address } from 'viem';
import { BaseError, ContractFunctionRevertedError } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { Chain } from '../domain/catalog.ts';
import { assumedGas } from '../domain/chainFamily.ts';
import type { ChainClient } from './chainClient.ts';
import { samplePayment } from './samplePayment.ts';

// A token's contract rarely changes what a transfer costs.
const KEEP_MS = 600_000;
// The gas of this family follows the price of data on the parent chain.
const KEEP_MS_ON_ARBITRUM = 30_000;
const MARGIN_PERCENT = 120n;

function keepMs({ family }: Pick<Chain, 'family'>): number {
  return family === 'arbitrum' ? KEEP_MS_ON_ARBITRUM : KEEP_MS;
}

/** @returns null when the vault would refuse the sample, for example without funds. Nothing can be paid then. */
async function measure({ chain, reader }: ChainClient, token: Address): Promise<bigint | null> {
  const { id, to, amount } = samplePayment(token);
  try {
    const gas = await reader.estimateContractGas({
      ...{ address: chain.vault, abi: vaultAbi, functionName: 'pay', args: [id, token, to, amount] },
      account: chain.hotWallet,
    });
    return (gas * MARGIN_PERCENT) / 100n;
  } catch (error) {
    const isRevert =
      error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null;
    if (isRevert) return null;
    throw error;
  }
}

/** The gas of a payment of a token, as last measured; assumed before. */
export function knownPaymentGas({ chain, gas }: Pick<ChainClient, 'chain' | 'gas'>, token: Address): bigint {
  return gas.get(token)?.gas ?? assumedGas(chain);
}

/** Measures the gas of a payment of a token with a simulation, and adds a margin. It remembers the result for minutes. */
export async function readPaymentGas(client: ChainClient, token: Address): Promise<bigint> {
  const { chain, gas: memory } = client;
  const now = performance.now();
  const known = memory.get(token);
  if (known && now - known.measuredAt < keepMs(chain)) return known.gas;
  const gas = await measure(client, token);
  if (gas !== null) memory.set(token, { gas, measuredAt: now });
  return knownPaymentGas(client, token);
}
