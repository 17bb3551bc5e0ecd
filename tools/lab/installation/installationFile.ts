import * as v from 'valibot';
import type { Address } from 'viem';
import type { Installation, InstallationFile } from '../../../service/boot/installation.ts';
import { installationSchema } from '../../../service/boot/installation.ts';
import type { InstallationToken } from '../chains/chainsAndTokens.ts';
import { GAS_FUNDS, NATIVE_TOKEN, TOKENS } from '../chains/chainsAndTokens.ts';
import type { InstalledChain } from '../chains/deployment.ts';
import { listChainTokens } from '../chains/deployment.ts';
import { MULTICALL3 } from '../chains/multicall.ts';

export const API_PREFIX = '/api/v1';

/** A file with every default filled in, which a test may change. The web app's settings stay as written. */
export type LabInstallation = Omit<Installation, 'web'> & { web: NonNullable<InstallationFile['web']> };

export type InstallationFileOptions = {
  /** Changes when new chains start, so that the app forgets transfers of earlier chains. */
  readonly name?: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly hotWallet: Address;
  readonly chains: readonly InstalledChain<string>[];
  readonly pollIntervalMs: number;
  readonly rescanIntervalMs: number;
  readonly blockTimeMs?: number;
  /** The chains announce each block, so that the service reads it without waiting for a poll. */
  readonly hasHeads?: boolean;
  /** Accounts that the node has unlocked, for the local stack's wallet. */
  readonly demoAccounts?: Address[];
  /** The folder of an embedded database. */
  readonly data?: string;
};

const CONFIRMATIONS = 2;
const GAS = 120_000;
const NO_LIMIT = '1000000000';
/**
 * Far above the routes' limits, so that a person who deposits too much on the local stack sees a refund, not a refusal by the
 * signer.
 */
const MAX_PER_PAYMENT = '1000000';

export function fillDefaults(file: InstallationFile): LabInstallation {
  return { ...v.parse(installationSchema, file), web: file.web ?? {} };
}

/** The file of an installation on the lab's chains. */
export function createInstallationFile(options: InstallationFileOptions): LabInstallation {
  const { name = 'lab', port, hotWallet, chains, pollIntervalMs, rescanIntervalMs, demoAccounts, data } = options;
  return fillDefaults({
    name,
    hotWallet,
    ...(data !== undefined && { database: `embedded:${data}` }),
    listen: { firstPort: port },
    // On the local stack and in tests, all requests come from one address.
    api: { url: `http://127.0.0.1:${port}${API_PREFIX}`, trustProxy: false, requestsPerSecond: 100_000 },
    prices: { asOf: new Date().toISOString().slice(0, 10) },
    guards: { maxGasFactor: 1000 },
    chains: chains.map((chain) => describeChain(chain, options)),
    tokens: TOKENS.map((token) => describeToken(token, chains)),
    lab: {
      operatorPort: null,
      ...{ burst: 100_000, maxConnectionsPerClient: 10_000, drainSeconds: 0 },
      ...{ maxPriceAgeDays: 36_500, refundGas: GAS, payoutGas: GAS, maxPerPayment: MAX_PER_PAYMENT },
      ...{ pollIntervalMs, rescanIntervalMs, multicall: MULTICALL3 },
      ...(demoAccounts && { demoAccounts }),
    },
  });
}

function describeChain(
  { name, id, rpcUrl, deployment }: InstalledChain<string>,
  { hasHeads = false, blockTimeMs = 1000 }: InstallationFileOptions,
): InstallationFile['chains'][number] {
  return {
    ...{ name, id, category: 'Testnet', nativeToken: NATIVE_TOKEN, gas: GAS_FUNDS, blockTimeMs },
    ...{ rpcUrls: [rpcUrl], publicRpcUrls: [rpcUrl], wsUrls: hasHeads ? [rpcUrl.replace(/^http/, 'ws')] : [] },
    ...{ depositContract: deployment.depositContract, vault: deployment.vault },
    ...{ confirmations: CONFIRMATIONS, payoutConfirmations: CONFIRMATIONS, maxGasPriceGwei: '1000' },
    maxGasDrop: '0.01',
  };
}

function describeToken(
  { name, kind, price, route }: InstallationToken,
  chains: readonly InstalledChain<string>[],
): InstallationFile['tokens'][number] {
  const common = { name, price, perDay: NO_LIMIT, transfers: [{ ...route }] };
  if (kind === null) return common;
  const deployed = chains.map((chain) => {
    const token = listChainTokens(chain.deployment).find((candidate) => candidate.name === name);
    if (!token) throw new Error(`the token ${name} is not deployed on ${chain.name}`);
    return { chain: chain.name, ...token };
  });
  return {
    ...common,
    addresses: Object.fromEntries(deployed.map(({ chain, address }) => [chain, address])),
    decimals: Object.fromEntries(deployed.map(({ chain, decimals }) => [chain, decimals])),
    ...(kind === 'tether' && { resetsAllowance: true }),
  };
}
