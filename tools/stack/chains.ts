import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Artifacts } from '../../contracts/artifacts.ts';
import { holdsDeployment } from '../../contracts/deploy.ts';
import { readKeystoreAddress } from '../../service/signer/process/keystore.ts';
import type { AnvilOptions } from '../lab/chains/anvil.ts';
import { catchUp, placeRpc, startAnvil } from '../lab/chains/anvil.ts';
import type { ChainName } from '../lab/chains/chainsAndTokens.ts';
import { CHAINS } from '../lab/chains/chainsAndTokens.ts';
import { confirmBlocks } from '../lab/chains/confirmBlocks.ts';
import type { InstalledChain } from '../lab/chains/deployment.ts';
import { deployBridge, fundDemoAccounts } from '../lab/chains/deployment.ts';
import type { Processes } from '../lab/processes/processes.ts';
import { writeSignerKey } from '../lab/service/signerFiles.ts';
import type { Ports } from './setup/ports.mjs';
import { SetupError } from './setup/setupError.mjs';
import type { StackState, StateDir } from './stateDir.ts';

export type ChainOptions = {
  readonly dir: StateDir;
  readonly ports: Ports;
  readonly mining: AnvilOptions['mining'];
  readonly genesisTime: number;
};

export type RpcUrls = Readonly<Record<ChainName, string>>;

export type BridgeChains = { readonly hotWallet: Address; readonly chains: readonly InstalledChain[] };

/** The addresses at which the chains answer once they run. */
export function placeChains(ports: Ports): RpcUrls {
  return Object.fromEntries(CHAINS.map(({ name }) => [name, placeRpc(ports[name])])) as RpcUrls;
}

export async function startChains(
  { dir, ports, mining, genesisTime }: ChainOptions,
  { processes, signal }: { readonly processes: Processes; readonly signal: AbortSignal },
): Promise<void> {
  const starts = CHAINS.map(({ name, id }) =>
    startAnvil(
      {
        ...{ title: `the chain ${name}`, id, port: ports[name] },
        mining,
        isBaseFeeZero: true,
        saved: { stateFile: dir.chainFile(name), genesisTime },
        logFile: `${dir.logs}/${name}.log`,
      },
      { start: processes.start, signal },
    ),
  );
  await Promise.all(starts);
}

/** Creates the hot wallet and deploys the bridge and the tokens on new chains. */
export async function deployChains(
  dir: StateDir,
  { artifacts, rpcUrls }: { readonly artifacts: Artifacts; readonly rpcUrls: RpcUrls },
): Promise<BridgeChains> {
  const privateKey = generatePrivateKey();
  await writeSignerKey(dir.signer.folder, privateKey);
  const hotWallet = privateKeyToAccount(privateKey);
  const chains = CHAINS.map(async ({ name, id }) => {
    const chain = { name, id, rpcUrl: rpcUrls[name] };
    const deployment = await deployBridge(chain, { artifacts, hotWallet });
    await fundDemoAccounts(chain, deployment);
    return { ...chain, deployment };
  });
  return { hotWallet: hotWallet.address, chains: await Promise.all(chains) };
}

/** The hot wallet and the contracts of the last run. */
export async function readBridge(
  dir: StateDir,
  { state, rpcUrls }: { readonly state: StackState; readonly rpcUrls: RpcUrls },
): Promise<BridgeChains> {
  const chains = CHAINS.map(({ name, id }) => ({
    name,
    id,
    rpcUrl: rpcUrls[name],
    deployment: state.deployments[name],
  }));
  return { hotWallet: await readKeystoreAddress(dir.signer.keystore), chains };
}

/** Verifies that the restored chains have the bridge, and sets their clocks. @throws SetupError */
export async function restoreChains(chains: readonly InstalledChain[]): Promise<void> {
  const restored = chains.map(async (chain) => {
    if (!(await holdsDeployment(chain, chain.deployment))) {
      throw new SetupError(
        `The saved chain ${chain.name} does not have the bridge contracts. Run: npm start -- --reset`,
      );
    }
    await catchUp(chain.rpcUrl);
  });
  await Promise.all(restored);
}

/** Mines each transaction's confirmations at once. @returns a function that stops this */
export async function confirmTransactions(chains: readonly InstalledChain[]): Promise<() => void> {
  const stops = await Promise.all(chains.map(({ rpcUrl }) => confirmBlocks(rpcUrl)));
  return () => {
    for (const stop of stops) stop();
  };
}
