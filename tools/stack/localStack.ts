import { createHash, randomUUID } from 'node:crypto';
import { compileContracts } from '../../contracts/artifacts.ts';
import { toWebConfig } from '../../service/boot/webView.ts';
import { ANVIL_ACCOUNTS } from '../lab/chains/anvil.ts';
import type { InstalledChain } from '../lab/chains/deployment.ts';
import { API_PREFIX, createInstallationFile } from '../lab/installation/installationFile.ts';
import type { BridgeChains } from './chains.ts';
import { confirmTransactions, deployChains, placeChains, readBridge, restoreChains, startChains } from './chains.ts';
import { createOperatorPages } from './operatorPages.ts';
import { provideBundle } from './programs/bundledPrograms.ts';
import { placeSocket, spawnService, untilServing } from './service.ts';
import type { Ports } from './setup/ports.mjs';
import type { Steps } from './setup/steps.mjs';
import type { StackState, StateDir } from './stateDir.ts';
import {
  clearLogs,
  forget,
  isComplete,
  markRunning,
  readState,
  wasInterrupted,
  writeConfig,
  writeState,
} from './stateDir.ts';
import type { WebServer, WebTools } from './web/webServer.ts';

export type StackOptions = {
  readonly dir: StateDir;
  readonly ports: Ports;
  readonly blockTimeSeconds: number;
  /** Whether to mine each transaction and its confirmations at once, and other blocks rarely. */
  readonly minesAtOnce?: boolean;
  readonly web: WebServer;
  /**
   * Whether to run the service and the signer from sources, and restart the service after changes. By default they run from a
   * bundle.
   */
  readonly programs?: 'sources';
};

export type LocalStack = {
  readonly webUrl: string;
  readonly serviceUrl: string;
  readonly chains: readonly InstalledChain[];
  /** Stops the web server. The caller stops the processes. */
  readonly close: () => Promise<void>;
};

// How often the service rescans for missed deposits; service tests do so more often.
const RESCAN_INTERVAL_MS = 5000;
// A chain that mines at once needs other blocks only for its clock, and each costs the service a round of work.
const IDLE_BLOCK_TIME_SECONDS = 3;

/** Starts the whole stack, from the last run's state if that is usable. */
export async function startLocalStack(options: StackOptions, tools: WebTools): Promise<LocalStack> {
  const { dir, ports, blockTimeSeconds, minesAtOnce = false, web } = options;
  const { steps, signal } = tools;
  clearLogs(dir);
  const artifacts = await steps.run('Compiling the contracts', () => compileContracts(signal));
  const artifactsHash = createHash('sha256').update(JSON.stringify(artifacts)).digest('hex');
  signal.throwIfAborted();
  await web.prepare(dir, tools);
  const from = options.programs ?? (await provideBundle(dir, tools));

  const state = reuseState(dir, { artifactsHash, steps });
  markRunning(dir);
  const genesisTime = state?.genesisTime ?? Math.floor(Date.now() / 1000);
  const everySeconds = minesAtOnce ? IDLE_BLOCK_TIME_SECONDS : blockTimeSeconds;
  const mining = { everySeconds, perTransaction: minesAtOnce };
  const rpcUrls = placeChains(ports);

  const serviceUrl = `http://127.0.0.1:${ports.service}${API_PREFIX}`;
  const webUrl = `http://127.0.0.1:${ports.web}`;
  const installation = state?.installation ?? randomUUID();
  const socket = placeSocket(dir);
  const spawn = ({ hotWallet, chains }: BridgeChains) => {
    const intervals = { pollIntervalMs: (everySeconds * 1000) / 2, rescanIntervalMs: RESCAN_INTERVAL_MS };
    const file = createInstallationFile({
      ...{ name: installation, port: ports.service, hotWallet, chains, data: dir.data },
      ...{ ...intervals, hasHeads: minesAtOnce, blockTimeMs: blockTimeSeconds * 1000 },
      demoAccounts: ANVIL_ACCOUNTS.map(({ address }) => address),
    });
    file.web = createOperatorPages({ brandDir: dir.brand, webUrl, serviceUrl, statusPath: web.statusPath });
    writeConfig(dir.installation, file);
    writeConfig(dir.signer.installation, file);
    writeConfig(dir.webConfig, toWebConfig(file, file.web));
    return spawnService({ dir, socket, from }, tools);
  };
  // The service tries a chain again that does not answer yet, so it loads while the saved chains start.
  const saved = state && (await readBridge(dir, { state, rpcUrls }));
  const early = saved && (await spawn(saved));
  await steps.run('Starting two chains', () => startChains({ dir, ports, mining, genesisTime }, tools));
  if (saved) await steps.run('Verifying the saved chains', () => restoreChains(saved.chains));
  const bridge =
    saved ?? (await steps.run('Deploying contracts and tokens', () => deployChains(dir, { artifacts, rpcUrls })));
  signal.throwIfAborted();
  const { chains } = bridge;
  const stopConfirming = minesAtOnce ? await confirmTransactions(chains) : () => {};
  const service = early ?? (await spawn(bridge));
  await steps.run('Starting the transfer service', () => untilServing(service, serviceUrl, signal));
  const stopWeb = await web.start(dir, ports.web);
  writeState(dir, { installation, artifactsHash, genesisTime, deployments: byName(chains) });
  return {
    webUrl,
    serviceUrl,
    chains,
    close: async () => {
      stopConfirming();
      await stopWeb();
      socket.remove();
    },
  };
}

/** Reads the last run's state, or deletes it if it is not usable. */
function reuseState(
  dir: StateDir,
  { artifactsHash, steps }: { readonly artifactsHash: string; readonly steps: Steps },
): StackState | null {
  const state = readState(dir);
  const problem = state === null ? null : findStateProblem(dir, { state, artifactsHash });
  if (state !== null && problem === null) return state;
  if (problem !== null) steps.say(`  ${problem}. Starting with new chains and an empty database.`);
  forget(dir);
  return null;
}

function findStateProblem(
  dir: StateDir,
  { state, artifactsHash }: { readonly state: StackState; readonly artifactsHash: string },
): string | null {
  if (wasInterrupted(dir)) return 'The last run was interrupted, so its chains and its database may disagree';
  if (!isComplete(dir)) return "Parts of the last run's state are missing";
  if (state.artifactsHash !== artifactsHash) return 'The contracts have changed since the last run';
  return null;
}

function byName(chains: readonly InstalledChain[]): StackState['deployments'] {
  return Object.fromEntries(chains.map(({ name, deployment }) => [name, deployment])) as StackState['deployments'];
}
