import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Address, PrivateKeyAccount } from 'viem';
import type { Artifacts } from '../contracts/artifacts.ts';
import { compileContracts } from '../contracts/artifacts.ts';
import { holdsDeployment } from '../contracts/deploy.ts';
import { createHost } from '../host/createHost.ts';
import { catchUp, startAnvil } from '../lab/anvil/anvil.ts';
import { deployBridge } from '../lab/installation/deployment.ts';
import type { ChainName } from '../lab/installation/installation.ts';
import { CHAINS } from '../lab/installation/installation.ts';
import type { InstalledChain } from '../lab/installation/serviceConfig.ts';
import { API_PREFIX, createServiceConfig } from '../lab/installation/serviceConfig.ts';
import { createSignerPolicy } from '../lab/installation/signerPolicy.ts';
import { createWebConfig } from '../lab/installation/webConfig.ts';
import type { Processes } from '../lab/processes/processes.ts';
import { readKeystoreAddress } from '../service/signer/keystore.ts';
import { startService } from './service.ts';
import type { Ports } from './setup/ports.mjs';
import { SetupError } from './setup/setupError.mjs';
import type { Steps } from './setup/steps.mjs';
import { createMaker, placeSocket, startSigner } from './signer.ts';
import type { StackState, StateDir } from './stateDir.ts';
import { forget, isWhole, markRunning, readState, wasCutShort, writeConfig, writeState } from './stateDir.ts';
import { buildWeb, isWebBuilt, WEB_DIR } from './webBuild.ts';

export type StackOptions = {
  readonly dir: StateDir;
  readonly ports: Ports;
  readonly blockTimeSeconds: number;
};

export type StackTools = {
  readonly processes: Processes;
  readonly steps: Steps;
  readonly signal: AbortSignal;
};

export type LocalStack = {
  readonly webUrl: string;
  readonly serviceUrl: string;
  readonly chains: readonly InstalledChain[];
  readonly maker: Address;
  /** Stops the web app's server; the processes are stopped by those who made them. */
  readonly close: () => Promise<void>;
};

/** Starts everything, from the state of an earlier run where there is a usable one. */
export async function startLocalStack(options: StackOptions, tools: StackTools): Promise<LocalStack> {
  const { dir, ports } = options;
  const { steps, signal } = tools;
  const artifacts = await steps.run('Compiling the contracts', () => compileContracts(signal));
  const artifactsHash = createHash('sha256').update(JSON.stringify(artifacts)).digest('hex');
  signal.throwIfAborted();
  if (!isWebBuilt()) {
    await steps.run('Building the web app', () => buildWeb({ ...tools, logFile: `${dir.logs}/build.log` }));
  }

  const earlier = reuseState(dir, { artifactsHash, steps });
  markRunning(dir);
  const genesisTime = earlier?.genesisTime ?? Math.floor(Date.now() / 1000);
  const rpcUrls = await steps.run('Starting two chains', () => startChains({ ...options, genesisTime }, tools));
  const { maker, chains } = earlier
    ? await steps.run('Checking what the chains hold', () => restore(dir, { earlier, rpcUrls }))
    : await steps.run('Deploying contracts and tokens', () => deploy(dir, { artifacts, rpcUrls }));
  signal.throwIfAborted();

  const serviceUrl = `http://127.0.0.1:${ports.service}${API_PREFIX}`;
  const installation = earlier?.installation ?? randomUUID();
  const facts = { maker, blockTimeSeconds: options.blockTimeSeconds, chains };
  writeConfig(dir.serviceConfig, createServiceConfig({ ...facts, port: ports.service }));
  writeConfig(dir.webConfig, createWebConfig({ ...facts, installation, serviceUrl }));
  writeConfig(dir.signer.policy, createSignerPolicy(facts));
  const socket = placeSocket(dir);
  await steps.run('Starting the transfer service', async () => {
    await startSigner({ dir, socket }, tools);
    await startService({ dir, url: serviceUrl, signerSocket: socket.path }, tools);
  });
  const server = await listen(createHost({ webDir: WEB_DIR, configFile: dir.webConfig }), ports.web);
  writeState(dir, { installation, artifactsHash, genesisTime, deployments: byName(chains) });
  return {
    webUrl: `http://127.0.0.1:${ports.web}`,
    serviceUrl,
    chains,
    maker,
    close: async () => {
      await close(server);
      socket.remove();
    },
  };
}

/** The earlier run's state, or null after all of it was forgotten. */
function reuseState(
  dir: StateDir,
  { artifactsHash, steps }: { readonly artifactsHash: string; readonly steps: Steps },
): StackState | null {
  const state = readState(dir);
  const problem = state === null ? null : findStateProblem(dir, { state, artifactsHash });
  if (state !== null && problem === null) return state;
  if (problem !== null) steps.say(`  ${problem}: starting afresh.`);
  forget(dir);
  return null;
}

function findStateProblem(
  dir: StateDir,
  { state, artifactsHash }: { readonly state: StackState; readonly artifactsHash: string },
): string | null {
  if (wasCutShort(dir)) return 'The last run did not end in order, so its chains and its database may disagree';
  if (!isWhole(dir)) return "Parts of the last run's state are missing";
  if (state.artifactsHash !== artifactsHash) return 'The contracts have changed since the last run';
  return null;
}

async function startChains(
  { dir, ports, blockTimeSeconds, genesisTime }: StackOptions & { readonly genesisTime: number },
  tools: StackTools,
): Promise<Record<ChainName, string>> {
  const entries = CHAINS.map(async ({ name, id }) => {
    const files = { stateFile: dir.chainFile(name), logFile: `${dir.logs}/${name}.log` };
    const anvil = await startAnvil({ name, id, port: ports[name], blockTimeSeconds, genesisTime, ...files }, tools);
    return [name, anvil.rpcUrl] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<ChainName, string>;
}

type Restored = { readonly maker: Address; readonly chains: readonly InstalledChain[] };

async function deploy(
  dir: StateDir,
  { artifacts, rpcUrls }: { artifacts: Artifacts; rpcUrls: Record<ChainName, string> },
): Promise<Restored> {
  const maker = await createMaker(dir);
  return { maker: maker.address, chains: await deployChains(artifacts, { maker, rpcUrls }) };
}

async function restore(
  dir: StateDir,
  { earlier, rpcUrls }: { earlier: StackState; rpcUrls: Record<ChainName, string> },
): Promise<Restored> {
  return { maker: await readKeystoreAddress(dir.signer.keystore), chains: await restoreChains(earlier, rpcUrls) };
}

async function deployChains(
  artifacts: Artifacts,
  { maker, rpcUrls }: { maker: PrivateKeyAccount; rpcUrls: Record<ChainName, string> },
): Promise<readonly InstalledChain[]> {
  return Promise.all(
    CHAINS.map(async ({ name, id }) => {
      const chain = { name, id, rpcUrl: rpcUrls[name] };
      return { ...chain, deployment: await deployBridge(chain, { artifacts, maker }) };
    }),
  );
}

async function restoreChains(
  state: StackState,
  rpcUrls: Record<ChainName, string>,
): Promise<readonly InstalledChain[]> {
  return Promise.all(
    CHAINS.map(async ({ name, id }) => {
      const chain = { name, id, rpcUrl: rpcUrls[name], deployment: state.deployments[name] };
      if (!(await holdsDeployment(chain, chain.deployment))) {
        throw new SetupError(`The saved chain ${name} does not hold the bridge. Start anew with: npm start -- --reset`);
      }
      await catchUp(chain.rpcUrl);
      return chain;
    }),
  );
}

function byName(chains: readonly InstalledChain[]): StackState['deployments'] {
  return Object.fromEntries(chains.map(({ name, deployment }) => [name, deployment])) as StackState['deployments'];
}

async function listen(server: Server, port: number): Promise<Server> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
