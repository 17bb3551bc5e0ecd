import type { Address } from 'viem';
import type { ChainConfig, ConfigFile } from '../../service/boot/configSchema.ts';
import { MULTICALL3 } from '../anvil/multicall.ts';
import type { InstalledChain } from './deployment.ts';
import { listChainTokens } from './deployment.ts';
import type { ChainName } from './installation.ts';
import { CHAINS, NATIVE_TOKEN, TOKENS } from './installation.ts';

export const API_PREFIX = '/api/v1';

export type ServiceConfigOptions = {
  /** 0 for any free port. */
  readonly port: number;
  readonly hotWallet: Address;
  readonly chains: readonly InstalledChain[];
  readonly pollIntervalMs: number;
  readonly rescanIntervalMs: number;
  /** The chains announce each block, so the service reads it before the next poll. */
  readonly hasHeads?: boolean;
};

const CONFIRMATIONS = 2;
const GAS = 120_000;

/** The transfer service's configuration file for the installation. */
export function createServiceConfig(options: ServiceConfigOptions): ConfigFile {
  const { port, chains } = options;
  return {
    // All requests of the local stack and of a test come from one address.
    http: {
      ...{ host: '127.0.0.1', port, prefix: API_PREFIX, trustProxy: false },
      rateLimit: { perSecond: 100_000, burst: 100_000 },
      maxConnectionsPerClient: 10_000,
      drainSeconds: 0,
    },
    quoteValiditySeconds: 600,
    feeEpochSeconds: 30,
    refundGas: GAS,
    maxPriceAgeDays: 36_500,
    priceCurrency: 'USD',
    pricesAsOf: new Date().toISOString().slice(0, 10),
    paymentTries: 3,
    maxWaitSeconds: 86_400,
    maxGasFactor: 1000,
    chains: chains.map((chain) => createChainConfig(chain, options)),
    tokens: TOKENS.map(({ name, price }) => ({ name, price, deployments: listDeployments(chains, name) })),
    routes: TOKENS.flatMap(({ name, route }) =>
      listDirections().map((direction) => ({ token: name, ...direction, ...route, payoutGas: GAS })),
    ),
  };
}

function createChainConfig(
  { name, id, rpcUrl, deployment }: InstalledChain,
  { hotWallet, pollIntervalMs, rescanIntervalMs, hasHeads = false }: ServiceConfigOptions,
): ChainConfig {
  return {
    name,
    id,
    category: 'Testnet',
    enabled: true,
    rpcUrls: [rpcUrl],
    wsUrls: hasHeads ? [rpcUrl.replace(/^http/, 'ws')] : [],
    depositContract: deployment.depositContract,
    vault: deployment.vault,
    hotWallet,
    multicall: MULTICALL3,
    retiredVaults: [],
    closedVaults: [],
    ignoredTokens: [],
    startBlock: 0,
    confirmations: CONFIRMATIONS,
    confirmationTiers: [],
    payoutConfirmations: CONFIRMATIONS,
    reorgWindow: 64,
    blockRange: 1000,
    pollIntervalMs,
    rescanIntervalMs,
    maxGasPriceGwei: '1000',
    nativeToken: NATIVE_TOKEN,
  };
}

function listDeployments(
  chains: readonly InstalledChain[],
  tokenName: string,
): ConfigFile['tokens'][number]['deployments'] {
  return Object.fromEntries(
    chains.map(({ name, deployment }) => {
      const token = listChainTokens(deployment).find((candidate) => candidate.name === tokenName);
      if (!token) throw new Error(`the token ${tokenName} is not deployed on ${name}`);
      return [name, { address: token.address, decimals: token.decimals }];
    }),
  );
}

function listDirections(): { from: ChainName; to: ChainName }[] {
  return CHAINS.flatMap(({ name: from }) =>
    CHAINS.filter(({ name }) => name !== from).map(({ name: to }) => ({ from, to })),
  );
}
