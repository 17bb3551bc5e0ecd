import type { Address } from 'viem';
import { listChainTokens } from './deployment.ts';
import type { InstalledChain } from './serviceConfig.ts';

// Far above what the routes allow: whoever deposits too much here is to see the refund.
const MAX_PER_PAYMENT = '1000000';
const MAX_PER_HOUR = '100000000';

/** What the signer reads from its policy file. */
export function createSignerPolicy({
  maker,
  chains,
}: {
  readonly maker: Address;
  readonly chains: readonly InstalledChain[];
}) {
  return {
    maker,
    chains: chains.map(({ name, id, deployment }) => ({
      name,
      id,
      depositContract: deployment.depositContract,
      payoutContract: deployment.payoutContract,
      maxGasLimit: 10_000_000,
      maxGasPriceGwei: '1000',
      maxGasCostPerHour: '10000',
      tokens: listChainTokens(deployment).map((token) => ({
        name: token.name,
        address: token.address,
        decimals: token.decimals,
        maxPerPayment: MAX_PER_PAYMENT,
        maxPerHour: MAX_PER_HOUR,
      })),
    })),
  };
}
