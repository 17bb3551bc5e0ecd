import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Artifacts } from '../../contracts/artifacts.ts';
import { holdsDeployment } from '../../contracts/deploy.ts';
import { readKeystoreAddress } from '../../service/signer/process/keystore.ts';
import type { AnvilOptions } from '../lab/chains/anvil.ts';
import { catchUp, startAnvil } from '../lab/chains/anvil.ts';
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

export async function startChains(
  { dir, ports, mining, genesisTime }: ChainOptions,
  { processes, signal }: { readonly processes: Processes; readonly signal: AbortSignal },
): Promise<RpcUrls> {
  const entries = CHAINS.map(async ({ name, id }) => {
    const anvil = await startAnvil(
      {
        ...{ title: `the chain ${name}`, id, port: ports[name] },
        mining,
        isBaseFeeZero: true,
        saved: { stateFile: dir.chainFile(name), genesisTime },
        logFile: `${dir.logs}/${name}.log`,
      },
      { start: processes.start, signal },
    );
    return [name, anvil.rpcUrl] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as RpcUrls;
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

/** Verifies that the restored chains have the bridge, and sets their clocks. @throws SetupError */
export async function restoreChains(
  dir: StateDir,
  { state, rpcUrls }: { readonly state: StackState; readonly rpcUrls: RpcUrls },
): Promise<BridgeChains> {
  const chains = CHAINS.map(async ({ name, id }) => {
    const chain = { name, id, rpcUrl: rpcUrls[name], deployment: state.deployments[name] };
    if (!(await holdsDeployment(chain, chain.deployment))) {
      throw new SetupError(`The saved chain ${name} does not have the bridge contracts. Run: npm start -- --reset`);
    }
    await catchUp(chain.rpcUrl);
    return chain;
  });
  return { hotWallet: await readKeystoreAddress(dir.signer.keystore), chains: await Promise.all(chains) };
}

/** Mines each transaction's confirmations at once. @returns a function that stops this */
export async function confirmTransactions(chains: readonly InstalledChain[]): Promise<() => void> {
  const stops = await Promise.all(chains.map(({ rpcUrl }) => confirmBlocks(rpcUrl)));
  return () => {
    for (const stop of stops) stop();
  };
}
