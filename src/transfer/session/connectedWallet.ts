import * as v from 'valibot';
import type { Address, Hash } from 'viem';
import { isHash } from 'viem';
import {
  getCallsStatus,
  getCapabilities,
  getConnection,
  sendCalls,
  sendTransaction,
  switchChain,
  watchConnection,
} from 'wagmi/actions';
import type { Wagmi } from '../../account/createWagmi.ts';
import { hasErrorCode } from '../../chain/chainErrors.ts';
import type { Call } from '../model/transactionPlan.ts';

/** A wallet's view of a chain and account to send from. */
export type From = { readonly account: Address; readonly chainId: number };

// Wallets may answer anything, so their answers are parsed.
const capabilitiesWire = v.object({ atomic: v.object({ status: v.string() }) });
// The key from an earlier draft of EIP-5792, which the Safe still uses.
const earlierCapabilitiesWire = v.object({ atomicBatch: v.object({ supported: v.literal(true) }) });

/** A session's requests to the connected wallet. Each rejects with the wallet's error. */
export function createConnectedWallet(wagmi: Wagmi) {
  const announced = (): From | null => {
    const { address: account, chainId } = getConnection(wagmi);
    return account && chainId !== undefined ? { account, chainId } : null;
  };
  return {
    /** The account and chain that the wallet last announced; null when no wallet is connected. */
    announced,

    /** Resolves once a wallet is connected. */
    connected: (): Promise<void> =>
      new Promise((resolve) => {
        const check = () => {
          if (!announced()) return;
          stop();
          resolve();
        };
        const stop = watchConnection(wagmi, { onChange: check });
        check();
      }),

    /** Asks the wallet for the accounts that it signs with for this page. */
    accounts: async (): Promise<readonly Address[]> => (await getConnection(wagmi).connector?.getAccounts()) ?? [],

    /** Asks the wallet for its chain, because it may switch without an event. */
    chainId: async (): Promise<number | null> => (await getConnection(wagmi).connector?.getChainId()) ?? null,

    switchChain: async (chainId: number): Promise<void> => {
      await switchChain(wagmi, { chainId });
    },

    /** @returns the wallet's answer, which should be a transaction hash */
    send: ({ account, chainId }: From, { to, data, value }: Call): Promise<unknown> =>
      sendTransaction(wagmi, { account, chainId, to, data, value }),

    /**
     * The wallet's `atomic` capability (EIP-5792): `supported`, `ready`, another text, or null for any other answer.
     */
    atomicStatus: async (from: From): Promise<string | null> => {
      const answer: unknown = await getCapabilities(wagmi, from);
      const read = v.safeParse(capabilitiesWire, answer);
      if (read.success) return read.output.atomic.status;
      return v.is(earlierCapabilitiesWire, answer) ? 'supported' : null;
    },

    /**
     * Sends calls as one atomic batch.
     * @returns the id of the batch
     */
    sendBatch: async ({ account, chainId }: From, calls: readonly Call[]): Promise<string> => {
      const plain = calls.map(({ to, data, value }) => ({ to, data, value }));
      return (await sendCalls(wagmi, { account, chainId, forceAtomic: true, calls: plain })).id;
    },

    batchStatus: async (id: string): Promise<BatchStatus> => {
      const { status, receipts } = await getCallsStatus(wagmi, { id });
      return { status, hash: receipts?.at(-1)?.transactionHash ?? null };
    },
  };
}

type BatchStatus = {
  readonly status: 'pending' | 'success' | 'failure' | undefined;
  /** An atomic batch's transaction: that of its last receipt. */
  readonly hash: unknown;
};

export type ConnectedWallet = ReturnType<typeof createConnectedWallet>;

const CAPABILITIES_TIMEOUT_MS = 3_000;
const STATUS_POLL_MS = 1_000;
/** After this time, or after this many polls without an answer, only the chain can tell what happened to the batch. */
const STATUS_TIMEOUT_MS = 2 * 60_000;
const MAX_UNANSWERED_POLLS = 8;

/** Error codes of wallets that lack the method or do not accept the batch (EIP-5792). */
const UNSUPPORTED: ReadonlySet<number> = new Set([-32_601, -32_602, 4200, 5700, 5710, 5740, 5750, 5760]);

type BatchWallet = {
  readonly wallet: Pick<ConnectedWallet, 'atomicStatus' | 'sendBatch' | 'batchStatus'>;
  readonly now: () => number;
  readonly sleep: (delayMs: number) => Promise<void>;
};

/** `failed`: the wallet reports that it undid all calls. `pending`: it stopped answering, or needs more time. */
type BatchResult =
  | { readonly kind: 'mined'; readonly hash: Hash }
  | { readonly kind: 'failed' }
  | { readonly kind: 'pending' };

/** Whether the wallet executes a batch atomically (EIP-5792). A late or unreadable answer counts as no. */
export async function supportsBatch({ wallet, sleep }: BatchWallet, from: From): Promise<boolean> {
  const answer = wallet.atomicStatus(from).catch(() => null);
  const status = await Promise.race([answer, sleep(CAPABILITIES_TIMEOUT_MS)]);
  return status === 'supported' || status === 'ready';
}

/** Waits until the wallet reports the result of a batch. */
export async function waitForBatch({ wallet, now, sleep }: BatchWallet, id: string): Promise<BatchResult> {
  const until = now() + STATUS_TIMEOUT_MS;
  let unanswered = 0;
  while (now() < until && unanswered < MAX_UNANSWERED_POLLS) {
    const answer = await wallet.batchStatus(id).catch(() => null);
    unanswered = answer ? 0 : unanswered + 1;
    const hash = typeof answer?.hash === 'string' && isHash(answer.hash) ? answer.hash : null;
    const isDone = answer?.status === 'success' || answer?.status === 'failure';
    if (isDone && hash) return { kind: 'mined', hash };
    if (answer?.status === 'failure') return { kind: 'failed' };
    await sleep(STATUS_POLL_MS);
  }
  return { kind: 'pending' };
}

/**
 * Sends calls as one atomic batch.
 * @returns the id of the batch; null if the wallet does not support it and sent none of the calls
 */
export async function openBatch(
  { wallet }: Pick<BatchWallet, 'wallet'>,
  from: From,
  calls: readonly Call[],
): Promise<string | null> {
  try {
    return await wallet.sendBatch(from, calls);
  } catch (error) {
    if (hasErrorCode(error, UNSUPPORTED)) return null;
    throw error;
  }
}
