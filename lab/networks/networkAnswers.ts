import { toHex, zeroAddress } from 'viem';
import type { Answers } from '../../service/operator/init/answers.ts';
import { createExampleAnswers } from '../../service/operator/init/answers.ts';
import { ANVIL_ACCOUNTS } from '../anvil/anvil.ts';
import type { Network, Networks } from './startNetworks.ts';
import { HEARTBEAT_SECONDS, PRICES } from './startNetworks.ts';

const FEED_LIMITS = { maxAgeSeconds: HEARTBEAT_SECONDS, maxDeviationPercent: 5 };

function describeChain({ name, id, family, endpoints, blockSeconds }: Network): Answers['chains'][number] {
  return {
    ...{ name, id, family, category: 'Testnet', nativeToken: 'ETH', gas: '2', maxGasPriceGwei: '200' },
    rpcUrls: [...endpoints],
    publicRpcUrls: endpoints.slice(0, 1),
    blockTimeMs: blockSeconds * 1000,
    // A rollup has these depths by its family. Of Ethereum's, the default is a number of blocks.
    ...(family === 'ethereum' && { confirmations: 'finalized', payoutConfirmations: 'safe' }),
  };
}

/** The answers for `causeway init` that describe an installation on the two networks, as an operator would write them. */
export function createNetworkAnswers({ ethereum, rollup }: Networks, now: Date): Answers {
  const example = createExampleAnswers(now);
  const onBoth = (of: (network: Network) => `0x${string}`) => ({
    [ethereum.name]: of(ethereum),
    [rollup.name]: of(rollup),
  });
  const feedOf = (network: Network, token: string) => ({
    ...{ chain: network.name, address: network.feeds[token] ?? zeroAddress },
    maxAgeSeconds: FEED_LIMITS.maxAgeSeconds,
  });
  return {
    ...example,
    installation: 'networks',
    chains: [ethereum, rollup].map(describeChain),
    tokens: [
      {
        ...{
          name: 'ETH',
          price: PRICES.ETH,
          addresses: onBoth(() => zeroAddress),
          resetsAllowance: false,
          float: '20',
        },
        limits: { min: '0.001', max: '1', maxPerWindow: '10', feeBps: 10, feeFloor: '0.00005' },
        priceFeed: { ...feedOf(ethereum, 'ETH'), ...FEED_LIMITS, second: feedOf(rollup, 'ETH') },
      },
      {
        ...{ name: 'USDC', price: PRICES.USDC, addresses: onBoth(({ usdc }) => usdc), resetsAllowance: false },
        ...{ float: '20000', limits: { min: '1', max: '1000', maxPerWindow: '10000', feeBps: 10, feeFloor: '0.1' } },
        priceFeed: { ...feedOf(ethereum, 'USDC'), ...FEED_LIMITS },
      },
    ],
  };
}

/** The private key of one of anvil's accounts: the first deploys, and the second makes transfers. */
export function keyOf(index: number): string {
  return toHex(ANVIL_ACCOUNTS[index]?.getHdKey().privateKey ?? new Uint8Array());
}
