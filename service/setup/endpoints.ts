import { setTimeout as delay } from 'node:timers/promises';
import type { Address, PublicClient } from 'viem';
import type { ChainAnswers } from './answers.ts';
import { SetupRefused } from './contractFiles.ts';
import { connectTo } from './setupChain.ts';

/** One RPC endpoint of a chain. Its label has no URL, which can hold a secret key. */
export type Endpoint = { readonly label: string; readonly client: PublicClient };

/** Connects to every endpoint of the service and of the signer, so that no provider alone decides where money goes. */
export function connectEndpoints({ name, rpcUrls, signerRpcUrls = [] }: ChainAnswers): readonly Endpoint[] {
  const connect = (setting: string, urls: readonly string[]) =>
    urls.map((url, index) => ({ label: `${name}: ${setting} ${index + 1}`, client: connectTo(url) }));
  return [...connect('rpcUrls', rpcUrls), ...connect('signerRpcUrls', signerRpcUrls)];
}

async function ask<T>({ label, client }: Endpoint, question: (client: PublicClient) => Promise<T>): Promise<T> {
  return question(client).catch((error: unknown) => {
    throw new SetupRefused(`${label} does not answer. Correct it, or change the provider.`, { cause: error });
  });
}

/**
 * The next nonce of an account. The highest answer counts: with a lower one, the address of a new contract would be
 * that of an earlier contract. A nonce that is too high only leaves the transaction pending.
 * @throws SetupRefused
 */
export async function readNextNonce(endpoints: readonly Endpoint[], address: Address): Promise<number> {
  const nonces = endpoints.map((endpoint) =>
    ask(endpoint, (client) => client.getTransactionCount({ address, blockTag: 'pending' })),
  );
  return Math.max(...(await Promise.all(nonces)));
}

/** Waits until every endpoint has the code of a contract. @throws SetupRefused */
export async function requireCode(
  endpoints: readonly Endpoint[],
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
