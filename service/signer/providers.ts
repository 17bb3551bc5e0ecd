import { setTimeout as sleep } from 'node:timers/promises';
import type { Address, PublicClient } from 'viem';
import { createPublicClient } from 'viem';
import type { ProviderUse } from '../chain/provider.ts';
import { createProvider } from '../chain/provider.ts';
import { connectQuorum } from '../chain/quorum/connectQuorum.ts';
import { createHeadCache } from '../chain/quorum/headCache.ts';
import { findNoQuorum } from '../chain/quorum/noQuorum.ts';
import type { RpcObserver } from '../chain/rpcObserver.ts';
import { SILENT_OBSERVER } from '../chain/rpcObserver.ts';
import type { SharedReadings } from '../chain/sharedReadings.ts';
import { createSharedReadings } from '../chain/sharedReadings.ts';
import type { SignedNonce } from './callIndex.ts';
import type { DepositMemory } from './depositMemory.ts';
import { createDepositMemory } from './depositMemory.ts';
import type { NonceWindow } from './nonceWindow.ts';
import { createNonceWindow } from './nonceWindow.ts';
import type { ChainPolicy } from './policy.ts';
import { Refusal } from './policy.ts';

type UnverifiedOptions = { readonly isOutage?: boolean; readonly open?: SignedNonce; readonly cause?: unknown };

/** The signer could not verify a payment now. The worker asks again later. */
export class Unverified extends Error {
  /** Whether too few providers answered, so that other deposits of the chain cannot be verified either. */
  readonly isOutage: boolean;
  /** The nonce of another payment of the deposit that can still take effect. */
  readonly open: SignedNonce | null;
  constructor(message: string, options: UnverifiedOptions = {}) {
    super(message, { cause: options.cause });
    this.isOutage = options.isOutage ?? false;
    this.open = options.open ?? null;
  }
}

/** Three requests after each other must fit into the time that the worker waits for a signature. */
const USE: ProviderUse = { priority: 'payment', timeoutMs: 2500, retryCount: 0, maxWaitMs: 1000, headMaxAgeMs: 0 };

const HEAD_TIMEOUT_MS = 1000;

/** A chain as the signer reads it. */
export type ProviderSet = {
  readonly chain: ChainPolicy;
  /** Answers what the policy's quorum of the signer's own providers says. */
  readonly reader: PublicClient;
  readonly deposits: DepositMemory;
  readonly readings: SharedReadings;
  /** Those of the hot wallet. */
  readonly nonces: NonceWindow;
  /** The former hot wallets that are no payers any more, with a final block that shows it. Their owner must not add them again. */
  readonly revoked: Map<Address, bigint>;
  /** The former hot wallets whose used nonces are all in the payment log. */
  readonly remembered: Set<Address>;
};

export function connectProviders(
  chain: ChainPolicy,
  hotWallet: Address,
  observer: RpcObserver = SILENT_OBSERVER,
): ProviderSet {
  const { id: chainId, name: chainName, rpcUrls, quorum } = chain;
  const providers = rpcUrls.map((url, index) => createProvider({ chainId, chainName, url, rpc: index + 1 }, observer));
  const heads = createHeadCache();
  const transport = connectQuorum({ chain, providers, use: USE, quorum, observer, heads });
  const reader = createPublicClient({ transport, cacheTime: 0 });
  const readNext = () =>
    ask({ chain, reader }, (client) => client.getTransactionCount({ address: hotWallet, blockTag: 'latest' }));
  return {
    ...{
      chain,
      reader,
      nonces: createNonceWindow(readNext),
      revoked: new Map<Address, bigint>(),
      remembered: new Set<Address>(),
    },
    ...{ deposits: createDepositMemory(), readings: createSharedReadings() },
  };
}

/** Whether the providers tell their newest block soon: the worker does not wait long for the answer that follows. */
async function readsHead(reader: PublicClient): Promise<boolean> {
  const head = reader.getBlockNumber().then(
    () => true,
    () => false,
  );
  return Promise.race([head, sleep(HEAD_TIMEOUT_MS, false, { ref: false })]);
}

/**
 * Asks the providers of a chain.
 * @throws Unverified when they give no answer that the signer may believe
 */
export async function ask<T>(
  { chain, reader }: Pick<ProviderSet, 'chain' | 'reader'>,
  question: (reader: PublicClient) => Promise<T>,
): Promise<T> {
  try {
    return await question(reader);
  } catch (cause) {
    if (cause instanceof Unverified || cause instanceof Refusal) throw cause;
    const noQuorum = findNoQuorum(cause);
    // The message of another error can quote a URL with a key, and the worker logs the reason.
    const reason = noQuorum?.shortMessage.replace(/\.$/, '') ?? `no provider of ${chain.name} answers`;
    // A depositor can make a receipt that no provider delivers in time. Other deposits must not wait for it.
    const isOutage = !noQuorum?.isDisagreement && !(await readsHead(reader));
    throw new Unverified(reason, { isOutage, cause });
  }
}
