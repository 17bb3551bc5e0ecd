import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrivateKeyAccount } from 'viem';
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem';
import type { BridgeSide, TestBridge } from '../../bridge/testBridge.ts';
import { createTestBridge } from '../../bridge/testBridge.ts';
import type { LabInstallation } from '../../installation/installationFile.ts';
import type { TestPostgres } from '../../postgres/testPostgres.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { Auditor } from '../audit/auditor.ts';
import { createBridgeAuditor } from '../audit/createBridgeAuditor.ts';
import { readRouteTerms } from '../audit/readRouteTerms.ts';
import type { BlockProducer } from './blockProducer.ts';
import { startBlockProducer } from './blockProducer.ts';
import { disableReplayProtection } from './disableReplayProtection.ts';

// Most work follows a block, which the service learns of at once.
const POLL_MS = 250;

export type TestbedOptions = {
  readonly firstChainId: number;
  readonly postgres: TestPostgres;
  /** The folder for the logs of the service processes. */
  readonly logs: string;
  /** False: the vault pays the same id twice, so only the service prevents a second payment. */
  readonly replayProtection: boolean;
};

export type TestbedSide = BridgeSide & { readonly blocks: BlockProducer };

/** Two chains with contracts, a maker and users. Several services run on it in turn, each with an empty database. */
export type Testbed = {
  readonly bridge: TestBridge;
  readonly origin: TestbedSide;
  readonly destination: TestbedSide;
  /** On the origin chain, with USDC approved for the deposit contract. */
  readonly users: readonly [PrivateKeyAccount, PrivateKeyAccount];
  readonly auditor: Auditor;
  readonly postgres: TestPostgres;
  readonly logs: string;
  /** For temporary files; `stop` deletes it. */
  readonly folder: string;
  /** The file of the installation. It starts at the current block, so the service ignores earlier deposits. */
  configFile(): Promise<LabInstallation>;
  stop(): Promise<void>;
};

async function createUser({ origin, createUser: createAccount }: TestBridge): Promise<PrivateKeyAccount> {
  const user = await createAccount();
  const args = [origin.deployment.depositContract, maxUint256] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
  const hash = await origin.chain.client.sendTransaction({
    account: user,
    chain: null,
    to: origin.token('USDC'),
    data,
  });
  await origin.chain.mine(1);
  await origin.chain.client.waitForTransactionReceipt({ hash });
  return user;
}

/** Keeps every deposit on its first quote, so the expected payments do not depend on the gas price of the moment. */
export function withLongQuoteValidity(file: LabInstallation): LabInstallation {
  return { ...file, lab: { ...file.lab, quoteValiditySeconds: 86_400 } };
}

export async function startTestbed(options: TestbedOptions): Promise<Testbed> {
  const { firstChainId, postgres, logs, replayProtection } = options;
  await mkdir(logs, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'causeway-testbed-'));
  const bridge = await createTestBridge(firstChainId, { blockEveryMs: 0 });
  const sides = [bridge.origin, bridge.destination];
  if (!replayProtection) for (const side of sides) await disableReplayProtection(side);
  const users = [await createUser(bridge), await createUser(bridge)] as const;
  const origin = { ...bridge.origin, blocks: startBlockProducer(bridge.origin) };
  const destination = { ...bridge.destination, blocks: startBlockProducer(bridge.destination) };
  const file = withLongQuoteValidity(bridge.configFile());
  const databaseUrl = await postgres.createDatabase();
  const hasZeroBaseFee = async () => (await origin.chain.client.getBlock()).baseFeePerGas === 0n;
  await waitUntil(hasZeroBaseFee, { what: 'a block with base fee 0' });
  const routes = await readRouteTerms(file, { bridge, databaseUrl });
  return {
    bridge,
    origin,
    destination,
    users,
    auditor: createBridgeAuditor(bridge, routes),
    postgres,
    logs,
    folder,
    configFile: async () => {
      const heads = await Promise.all(sides.map(({ chain }) => chain.client.getBlockNumber()));
      const current = withLongQuoteValidity(bridge.configFile());
      current.chains.forEach((chain, index) => {
        chain.startBlock = Number(heads[index] ?? 0n) + 1;
        chain.wsUrls = chain.rpcUrls.map((url) => url.replace('http:', 'ws:'));
      });
      current.lab.pollIntervalMs = POLL_MS;
      return current;
    },
    stop: async () => {
      await Promise.all([origin.blocks.stop(), destination.blocks.stop()]);
      await bridge.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes a file to the testbed's temporary folder. @returns its path */
export async function writeInstallation({ folder }: Testbed, name: string, file: LabInstallation): Promise<string> {
  const path = join(folder, `${name}.json`);
  await writeFile(path, JSON.stringify(file));
  return path;
}
