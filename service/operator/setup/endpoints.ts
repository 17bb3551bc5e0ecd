import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Address, PublicClient } from 'viem';
import { createPublicClient, erc20Abi, http, isAddressEqual, zeroAddress } from 'viem';
import { NATIVE_DECIMALS } from '#shared/amount.ts';
import type { Environment } from '../../boot/config.ts';
import type { ChainSettings, Installation } from '../../boot/installation.ts';
import { InvalidConfig } from '../../boot/operatorError.ts';
import { addressOn, decimalsOn } from '../../boot/parseTokens.ts';
import { fillSecrets } from '../../boot/privateFiles.ts';
import { SetupRefused } from './conversation.ts';
import type { OpenInstallation } from './installationFile.ts';
import { environmentOf } from './installationFile.ts';

const TIMEOUT_MS = 10_000;
const POLLING_MS = 250;

/** Connects to one endpoint. */
export function connectTo(url: string): PublicClient {
  return createPublicClient({ transport: http(url, { timeout: TIMEOUT_MS }), pollingInterval: POLLING_MS });
}

/** One RPC endpoint of a chain. Its label has no URL, which can contain a secret key. */
export type Endpoint = { readonly label: string; readonly client: PublicClient };

/**
 * A chain of the file, and every endpoint of the service and of the signer, so that no single provider decides where
 * money goes.
 */
export type ConnectedChain = {
  readonly chain: ChainSettings;
  readonly endpoints: readonly Endpoint[];
  /** The first endpoint. It gets the transactions. */
  readonly client: PublicClient;
};

/** Asks one endpoint. @throws SetupRefused */
export async function ask<T>({ label, client }: Endpoint, question: (client: PublicClient) => Promise<T>): Promise<T> {
  return question(client).catch((error: unknown) => {
    throw new SetupRefused(`${label} does not answer. Correct it, or change the provider.`, { cause: error });
  });
}

/** Asks every endpoint. @throws SetupRefused */
export function askAll<T>(
  { endpoints }: Pick<ConnectedChain, 'endpoints'>,
  question: (client: PublicClient) => Promise<T>,
): Promise<readonly T[]> {
  return Promise.all(endpoints.map((endpoint) => ask(endpoint, question)));
}

async function requireChainId({ id }: ChainSettings, endpoint: Endpoint): Promise<void> {
  const found = await ask(endpoint, (client) => client.getChainId());
  if (found !== id) throw new SetupRefused(`${endpoint.label} serves chain ${found}, but "id" is ${id}.`);
}

/**
 * A chain's endpoints, with the secrets next to the file. The signer's own are in `signer-secrets`.
 * @throws InvalidConfig
 */
async function listEndpoints(opened: OpenInstallation, chain: ChainSettings): Promise<readonly Endpoint[]> {
  const env = environmentOf(opened);
  const signerEnv = { ...env, CAUSEWAY_SECRETS: join(opened.folder, 'signer-secrets') };
  const problems: string[] = [];
  const list = async (setting: string, urls: readonly string[], env: Environment) => {
    const filled = await fillSecrets(urls, { path: `${chain.name}: ${setting}`, problems, env });
    return filled.map((url, index) => ({ label: `${chain.name}: ${setting} ${index + 1}`, client: connectTo(url) }));
  };
  const endpoints = [
    ...(await list('rpcUrls', chain.rpcUrls, env)),
    ...(await list('rpcUrls of the signer', opened.file.signer.chains[chain.name]?.rpcUrls ?? [], signerEnv)),
  ];
  if (problems.length > 0) throw new InvalidConfig(problems);
  return endpoints;
}

const toConnected = (chain: ChainSettings, endpoints: readonly Endpoint[]): ConnectedChain => ({
  ...{ chain, endpoints, client: endpoints[0]?.client ?? connectTo(chain.rpcUrls[0] ?? '') },
});

/**
 * Connects to an installation's chains. Every endpoint must serve its chain.
 * @throws SetupRefused, InvalidConfig
 */
export function connectWith(opened: OpenInstallation): (chain: ChainSettings) => Promise<ConnectedChain> {
  return async (chain) => {
    const endpoints = await listEndpoints(opened, chain);
    await Promise.all(endpoints.map((endpoint) => requireChainId(chain, endpoint)));
    return toConnected(chain, endpoints);
  };
}

/** Connects to the endpoints that serve a chain, and names the others: in an emergency, one of them may be down. */
export async function connectToServing(
  opened: OpenInstallation,
  { chain, onFailure }: { readonly chain: ChainSettings; readonly onFailure: (problem: string) => void },
): Promise<ConnectedChain> {
  const serving: Endpoint[] = [];
  for (const endpoint of await listEndpoints(opened, chain)) {
    try {
      await requireChainId(chain, endpoint);
      serving.push(endpoint);
    } catch (error) {
      if (!(error instanceof SetupRefused)) throw error;
      onFailure(error.message);
    }
  }
  return toConnected(chain, serving);
}

type TokenFacts = { readonly symbol: string | null; readonly decimals: number };

/** Reads what a token says about itself. Its symbol is null if the contract doesn't return it as text. */
export async function readTokenFacts(client: PublicClient, address: Address): Promise<TokenFacts> {
  if (isAddressEqual(address, zeroAddress)) return { symbol: null, decimals: NATIVE_DECIMALS };
  const call = { address, abi: erc20Abi } as const;
  const decimals = await client.readContract({ ...call, functionName: 'decimals' });
  const symbol = await client.readContract({ ...call, functionName: 'symbol' }).catch(() => null);
  return { symbol, decimals };
}

/**
 * Refuses a token whose contract has other decimals than the file, at any endpoint.
 * @throws SetupRefused
 */
export async function requireDecimals({ chain, endpoints }: ConnectedChain, file: Installation): Promise<void> {
  for (const token of file.tokens) {
    const address = addressOn(token, chain);
    if (address === undefined) continue;
    const expected = decimalsOn(token, chain);
    for (const { label, client } of endpoints) {
      const { decimals } = await readTokenFacts(client, address).catch((error: unknown) => {
        throw new SetupRefused(`${label}: ${address} does not answer as ${token.name}. Correct the token's address.`, {
          cause: error,
        });
      });
      if (decimals !== expected) {
        throw new SetupRefused(
          `${label}: ${token.name} at ${address} has ${decimals} decimals, but the file says ${expected}. Correct "decimals".`,
        );
      }
    }
  }
}

/** Waits until every endpoint has the code of a contract. @throws SetupRefused */
export async function requireCode(
  { endpoints }: Pick<ConnectedChain, 'endpoints'>,
  { address, timeoutMs }: { readonly address: Address; readonly timeoutMs: number },
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const waitFor = async (endpoint: Endpoint) => {
    while ((await ask(endpoint, (client) => client.getCode({ address }))) === undefined) {
      if (Date.now() >= deadline) {
        throw new SetupRefused(
          `${endpoint.label} has no code at ${address}. Correct it, or change the provider, then run the command again.`,
        );
      }
      await delay(endpoint.client.pollingInterval);
    }
  };
  await Promise.all(endpoints.map(waitFor));
}
