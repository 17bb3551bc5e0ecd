import type { Address } from 'viem';
import { parseUnits } from 'viem';
import type { Artifacts } from '../../../contracts/artifacts.ts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import { ANVIL_ACCOUNTS, startAnvil } from '../chains/anvil.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { startEndpoint } from '../endpoints/endpoint.ts';
import { findFreePorts } from '../processes/freePort.mjs';
import { startProcess } from '../processes/startProcess.ts';
import type { TestFeed } from './predeploys.ts';
import { deployArtifact, deployFeed, installPredeploys, mint } from './predeploys.ts';

export type NetworkSpec = {
  readonly name: string;
  readonly id: number;
  readonly family: 'ethereum' | 'opStack';
  readonly blockSeconds: number;
  /** How many blocks `safe` is behind the newest one. `finalized` is twice as far behind. */
  readonly epoch: number;
};

export type Network = NetworkSpec & {
  /** Each on its own host, like three providers. */
  readonly endpoints: readonly [Endpoint, Endpoint, Endpoint];
  /** A token with 6 decimals. */
  readonly usdc: Address;
  readonly feeds: Readonly<Record<string, Address>>;
  /** The chain itself, for calls that an endpoint does not serve. */
  readonly nodeUrl: string;
  /** Starts a new round of a token's price feed. @param price in decimal text */
  reportPrice(token: string, price: string, updatedAt?: Date): Promise<void>;
};

export type Networks = {
  readonly ethereum: Network;
  readonly rollup: Network;
  /** Both networks, and every added one. */
  readonly all: readonly Network[];
  /** Starts a second rollup with the same block times and tags as the first. */
  addRollup(): Promise<Network>;
  stop(): Promise<void>;
};

/** The ids of Sepolia, OP Sepolia and Base Sepolia. */
const ETHEREUM = { name: 'Lab Ethereum', id: 11_155_111, family: 'ethereum', blockSeconds: 12 } as const;
const ROLLUP = { name: 'Lab Rollup', id: 11_155_420, family: 'opStack', blockSeconds: 2 } as const;
export const SECOND_ROLLUP = { ...ROLLUP, name: 'Lab Westshore', id: 84_532 } as const;
const GWEI = 9;
const PARENT_FEES = { baseFee: parseUnits('20', GWEI), blobBaseFee: parseUnits('2', GWEI) };
const FEED_DECIMALS = 8;
const FUNDS = parseUnits('1000000', 6);
// Half of the highest price age that the answers allow.
const REPORT_MS = 300_000;
export const HEARTBEAT_SECONDS = 600;
export const PRICES = { ETH: '3000', USDC: '1' } as const;

type Started = Network & { readonly stop: () => Promise<void> };

async function start(spec: NetworkSpec, artifacts: Artifacts, feeds: readonly string[]): Promise<Started> {
  const [port = 0, endpointPort = 0] = await findFreePorts(2);
  const { rpcUrl, process } = await startAnvil(
    {
      ...{ title: spec.name, id: spec.id, port, slotsInAnEpoch: spec.epoch, isOpStack: spec.family === 'opStack' },
      ...{ mining: 'perTransaction', isBaseFeeZero: false },
    },
    { start: startProcess },
  );
  if (spec.family === 'opStack') await installPredeploys(rpcUrl, artifacts, PARENT_FEES);
  const usdc = await deployArtifact(rpcUrl, artifacts.TestToken, ['USD Coin', 'USDC', 6]);
  for (const { address } of ANVIL_ACCOUNTS.slice(0, 2))
    await mint(rpcUrl, artifacts, { token: usdc, to: address, amount: FUNDS });
  const deployed: (TestFeed & { readonly token: string; readonly price: bigint })[] = [];
  for (const token of feeds) {
    const price = parseUnits(PRICES[token as keyof typeof PRICES], FEED_DECIMALS);
    const feed = await deployFeed(rpcUrl, artifacts, { description: `${token} / USD`, price });
    deployed.push({ ...feed, token, price });
  }
  // So far, each transaction had its own block. From here on, the chain has the block times of a real one.
  await setBlockTime(rpcUrl, spec.blockSeconds);
  // One after another, because they share an account and each waits for its block.
  const reportAll = async () => {
    for (const { report, price } of deployed) await report(price).catch(() => {});
  };
  const reporting = setInterval(reportAll, REPORT_MS);
  const startOn = (host: string) => startEndpoint(rpcUrl, { host, port: endpointPort });
  const endpoints = [await startOn('127.0.0.1'), await startOn('127.0.0.2'), await startOn('127.0.0.3')] as const;
  return {
    ...spec,
    endpoints,
    usdc,
    feeds: Object.fromEntries(deployed.map(({ token, address }) => [token, address])),
    nodeUrl: rpcUrl,
    reportPrice: async (token, price, updatedAt) => {
      const feed = deployed.find((one) => one.token === token);
      if (!feed) throw new Error(`${spec.name} has no feed of ${token}`);
      await feed.report(parseUnits(price, FEED_DECIMALS), updatedAt);
    },
    stop: async () => {
      clearInterval(reporting);
      await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
      await process.stop();
    },
  };
}

async function setBlockTime(rpcUrl: string, seconds: number): Promise<void> {
  for (const [method, params] of [
    ['evm_setAutomine', [false]],
    ['evm_setIntervalMining', [seconds]],
  ] as const) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }
}

/**
 * Starts two chains that behave like real networks: an Ethereum and an OP-stack rollup, with their block times, lagging tags,
 * three RPC endpoints each, a token, price feeds, and the rollup's data fee.
 */
export async function startNetworks(epoch: { readonly ethereum: number; readonly rollup: number }): Promise<Networks> {
  const artifacts = await compileContracts();
  const [ethereum, rollup] = await Promise.all([
    start({ ...ETHEREUM, epoch: epoch.ethereum }, artifacts, ['ETH', 'USDC']),
    start({ ...ROLLUP, epoch: epoch.rollup }, artifacts, ['ETH']),
  ]);
  const all = [ethereum, rollup];
  return {
    ...{ ethereum, rollup, all },
    addRollup: async () => {
      const added = await start({ ...SECOND_ROLLUP, epoch: epoch.rollup }, artifacts, ['ETH']);
      all.push(added);
      return added;
    },
    stop: async () => {
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}
