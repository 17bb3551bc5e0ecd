import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrivateKeyAccount } from 'viem';
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem';
import type { ConfigFile } from '../../../service/config/configSchema.ts';
import type { BridgeSide, TestBridge } from '../../bridge/testBridge.ts';
import { createTestBridge } from '../../bridge/testBridge.ts';
import type { TestPostgres } from '../../postgres/testPostgres.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { Auditor } from '../audit/auditor.ts';
import { auditBridge } from '../audit/createBridgeAuditor.ts';
import { readTerms } from '../audit/readRouteTerms.ts';
import type { Blocks } from './blockProducer.ts';
import { startBlocks } from './blockProducer.ts';
import { makeForgetful } from './disableReplayProtection.ts';

export type LaneOptions = {
  readonly firstChainId: number;
  readonly postgres: TestPostgres;
  /** Where the processes' logs are kept. */
  readonly logs: string;
  /**
   * Puts a contract in the place of the payout contract that pays the same id again and again, so that nothing but the
   * service keeps a second payment from being made.
   */
  readonly forgetful: boolean;
};

export type LaneSide = BridgeSide & { readonly blocks: Blocks };

/** Two chains, a maker and people, on which one service after the other is put to the test, each with an empty database. */
export type Lane = {
  readonly bridge: TestBridge;
  readonly origin: LaneSide;
  readonly destination: LaneSide;
  /** On the origin chain; they let the deposit contract take their USDC. */
  readonly users: readonly [PrivateKeyAccount, PrivateKeyAccount];
  readonly auditor: Auditor;
  readonly postgres: TestPostgres;
  readonly logs: string;
  /** For files that nobody needs afterwards. */
  readonly folder: string;
  /** The installation's configuration from this block on: what was deposited before does not exist for it. */
  configFile(): Promise<ConfigFile>;
  stop(): Promise<void>;
};

export const MAX_FEE = 2_000_000_000_000n;
export const TIP = 1_000_000_000n;

async function createUser(bridge: TestBridge): Promise<PrivateKeyAccount> {
  const { origin } = bridge;
  const user = await bridge.createUser();
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

function tune(file: ConfigFile): ConfigFile {
  // Whatever gas costs meanwhile, everybody is paid by what was quoted first.
  file.quoteValiditySeconds = 86_400;
  return file;
}

export async function startLane(options: LaneOptions): Promise<Lane> {
  const { firstChainId, postgres, logs, forgetful } = options;
  await mkdir(logs, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'causeway-lane-'));
  const bridge = await createTestBridge(firstChainId, { blockEveryMs: 0 });
  const sides = [bridge.origin, bridge.destination];
  if (forgetful) for (const side of sides) await makeForgetful(side);
  const users = [await createUser(bridge), await createUser(bridge)] as const;
  const origin = { ...bridge.origin, blocks: startBlocks(bridge.origin) };
  const destination = { ...bridge.destination, blocks: startBlocks(bridge.destination) };
  const file = tune(bridge.configFile());
  const databaseUrl = await postgres.createDatabase();
  const isCheap = async () => (await origin.chain.client.getBlock()).baseFeePerGas === 0n;
  await waitUntil(isCheap, { what: 'cheap gas' });
  const routes = await readTerms(file, { bridge, databaseUrl });
  return {
    bridge,
    origin,
    destination,
    users,
    auditor: auditBridge(bridge, routes),
    postgres,
    logs,
    folder,
    configFile: async () => {
      const heads = await Promise.all(sides.map(({ chain }) => chain.client.getBlockNumber()));
      const fresh = tune(bridge.configFile());
      fresh.chains.forEach((chain, index) => {
        chain.startBlock = Number(heads[index] ?? 0n) + 1;
      });
      return fresh;
    },
    stop: async () => {
      await Promise.all([origin.blocks.stop(), destination.blocks.stop()]);
      await bridge.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Keeps a configuration where a process finds it. @returns its path */
export async function writeConfig({ folder }: Lane, name: string, file: ConfigFile): Promise<string> {
  const path = join(folder, `${name}.json`);
  await writeFile(path, JSON.stringify(file));
  return path;
}
