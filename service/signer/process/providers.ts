import { setTimeout as sleep } from 'node:timers/promises';
import type { Address, Hash, PublicClient } from 'viem';
import { createPublicClient } from 'viem';
import type { BlockSource } from '../../chain/blockReceipts.ts';
import type { SharedReadings, TransactionDeposits } from '../../chain/chainClient.ts';
import { createBlockMemory, createCallSupport, createSharedReadings } from '../../chain/chainClient.ts';
import { findNoQuorum } from '../../chain/rpc/agreement.ts';
import type { ProviderUse } from '../../chain/rpc/endpoint.ts';
import { createProvider } from '../../chain/rpc/endpoint.ts';
import { createHeadCache } from '../../chain/rpc/head.ts';
import { connectQuorum } from '../../chain/rpc/quorum.ts';
import type { RpcObserver } from '../../chain/rpc/rpcObserver.ts';
import { SILENT_OBSERVER } from '../../chain/rpc/rpcObserver.ts';
import type { SignedNonce } from './callIndex.ts';
import type { ChainPolicy } from './policy.ts';
import { Refusal } from './policy.ts';

/**
 * Remembers the deposits of transactions, because one transaction's receipt can have hundreds and each is verified
 * several times. A block's hash fixes its receipts, so a reader uses an entry only after finding its block hash in the
 * chain again. The signer keeps only what a quorum of its providers agreed on.
 */
type DepositMemory = {
  recall(transactionHash: Hash): TransactionDeposits | null;
  keep(transactionHash: Hash, found: TransactionDeposits): void;
};

// About 10 MB.
const MAX_DEPOSITS = 10_000;

function sizeOf({ deposits }: TransactionDeposits): number {
  return Math.max(1, deposits.length);
}

export function createDepositMemory(maxDeposits = MAX_DEPOSITS): DepositMemory {
  const entries = new Map<Hash, TransactionDeposits>();
  let size = 0;

  const drop = (transactionHash: Hash) => {
    const entry = entries.get(transactionHash);
    if (!entry) return;
    size -= sizeOf(entry);
    entries.delete(transactionHash);
  };

  return {
    recall: (transactionHash) => entries.get(transactionHash) ?? null,
    keep: (transactionHash, found) => {
      drop(transactionHash);
      entries.set(transactionHash, found);
      size += sizeOf(found);
      for (const oldest of entries.keys()) {
        if (size <= maxDeposits) break;
        drop(oldest);
      }
    },
  };
}

/** How far the hot wallet's nonces on a chain are known to have advanced. */
type NonceWindow = {
  /** The next nonce when this process first read it. */
  first(): Promise<number>;
  /**
   * Whether a nonce is among the next ones. A compromised worker could otherwise keep payments and cancels for the far
   * future, where they block refunds and burn gas long after the worker is safe again.
   */
  admits(nonce: number): Promise<boolean>;
};

// The worker has at most 16 unsettled nonces, and a provider can be a few blocks behind.
const MAX_AHEAD = 64;

/** @param readNext reads the next nonce on the chain */
function createNonceWindow(readNext: () => Promise<number>): NonceWindow {
  // Nonces only increase, so an old reading is safe, and most signatures need no new one.
  let first: Promise<number> | null = null;
  let next = 0;
  const readOnce = async () => {
    next = await readNext();
    return next;
  };
  // One request's payments ask concurrently. A failure isn't kept.
  const readFirst = () => {
    first ??= readOnce().catch((error: unknown) => {
      first = null;
      throw error;
    });
    return first;
  };
  return {
    first: readFirst,
    admits: async (nonce) => {
      await readFirst();
      if (nonce > next + MAX_AHEAD) next = await readNext();
      return nonce <= next + MAX_AHEAD;
    },
  };
}

type UnverifiedOptions = { readonly isOutage?: boolean; readonly open?: SignedNonce; readonly cause?: unknown };

/** The signer can't currently verify a payment. The worker asks again later. */
export class Unverified extends Error {
  /** Whether too few providers answered, so that the chain's other deposits can't be verified either. */
  readonly isOutage: boolean;
  /** The nonce of another payment of the deposit that can still take effect. */
  readonly open: SignedNonce | null;
  constructor(message: string, options: UnverifiedOptions = {}) {
    super(message, { cause: options.cause });
    this.isOutage = options.isOutage ?? false;
    this.open = options.open ?? null;
  }
}

/** Three consecutive timeouts must fit into the time that the worker waits for a signature. */
const USE: ProviderUse = { priority: 'payment', timeoutMs: 2500, retryCount: 0, maxWaitMs: 1000, headMaxAgeMs: 0 };

const HEAD_TIMEOUT_MS = 1000;

/** A chain as the signer reads it. Its reader answers with what the policy's quorum of the signer's own providers says. */
export type ProviderSet = BlockSource & {
  readonly chain: ChainPolicy;
  readonly deposits: DepositMemory;
  readonly readings: SharedReadings;
  /** Those of the hot wallet. */
  readonly nonces: NonceWindow;
  /**
   * The former hot wallets that are no longer payers, with a final block that shows it. Their owner must not add them
   * again.
   */
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
    ...{ blocks: createBlockMemory(), blockReceipts: createCallSupport() },
  };
}

/** Whether the providers return their newest block soon: the worker doesn't wait long for the answer that follows. */
async function readsHead(reader: PublicClient): Promise<boolean> {
  const head = reader.getBlockNumber().then(
    () => true,
    () => false,
  );
  return Promise.race([head, sleep(HEAD_TIMEOUT_MS, false, { ref: false })]);
}

/**
 * Asks a chain's providers.
 * @throws Unverified if they give no answer that the signer may believe
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
    // Another error's message can quote a URL with a key, and the worker logs the reason.
    const reason = noQuorum?.shortMessage.replace(/\.$/, '') ?? `no provider of ${chain.name} answers`;
    // A depositor can make a receipt that no provider delivers in time. Other deposits must not wait for it.
    const isOutage = !noQuorum?.isDisagreement && !(await readsHead(reader));
    throw new Unverified(reason, { isOutage, cause });
  }
}
