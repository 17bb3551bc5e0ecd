import type { Address } from 'viem';
import type { Deployment } from '../../contracts/deploy.ts';
import { listChainTokens } from './deployment.ts';
import type { ChainName } from './installation.ts';
import { CHAINS, NATIVE_TOKEN, TOKENS } from './installation.ts';

export const API_PREFIX = '/api/v1';

export type InstalledChain = {
  readonly name: ChainName;
  readonly id: number;
  readonly rpcUrl: string;
  readonly deployment: Deployment;
};

export type ServiceConfigInput = {
  readonly port: number;
  readonly maker: Address;
  readonly blockTimeSeconds: number;
  readonly chains: readonly InstalledChain[];
};

const CONFIRMATIONS = 2;
const PAYOUT_GAS = 120_000;

/** What the transfer service reads from its configuration file. */
export function createServiceConfig({ port, maker, blockTimeSeconds, chains }: ServiceConfigInput) {
  return {
    // Everybody on this machine asks from one address.
    http: { host: '127.0.0.1', port, prefix: API_PREFIX, rateLimit: { perSecond: 1000, burst: 10_000 } },
    quoteValiditySeconds: 600,
    feeEpochSeconds: 30,
    chains: chains.map(({ name, id, rpcUrl, deployment }) => ({
      name,
      id,
      category: 'Testnet',
      enabled: true,
      rpcUrls: [rpcUrl],
      depositContract: deployment.depositContract,
      payoutContract: deployment.payoutContract,
      maker,
      startBlock: 0,
      confirmations: CONFIRMATIONS,
      payoutConfirmations: CONFIRMATIONS,
      reorgWindow: 64,
      blockRange: 1000,
      pollIntervalMs: (blockTimeSeconds * 1000) / 2,
      nativeToken: NATIVE_TOKEN,
    })),
    tokens: TOKENS.map(({ name, price }) => ({ name, price, deployments: listDeployments(chains, name) })),
    routes: TOKENS.flatMap(({ name, route }) =>
      listDirections().map((direction) => ({ token: name, ...direction, ...route, payoutGas: PAYOUT_GAS })),
    ),
  };
}

function listDeployments(chains: readonly InstalledChain[], tokenName: string) {
  return Object.fromEntries(
    chains.map(({ name, deployment }) => {
      const token = listChainTokens(deployment).find((candidate) => candidate.name === tokenName);
      return [name, { address: token?.address, decimals: token?.decimals }];
    }),
  );
}

function listDirections(): { from: ChainName; to: ChainName }[] {
  return CHAINS.flatMap(({ name: from }) =>
    CHAINS.filter(({ name }) => name !== from).map(({ name: to }) => ({ from, to })),
  );
}
