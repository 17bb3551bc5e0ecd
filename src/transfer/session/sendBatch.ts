import type { Hash } from 'viem';
import { isHash } from 'viem';
import { hasErrorCode } from '../../chain/chainErrors.ts';
import type { Call } from '../model/transactionPlan.ts';
import type { ConnectedWallet, From } from './connectedWallet.ts';

const CAPABILITIES_TIMEOUT_MS = 3_000;
const STATUS_POLL_MS = 1_000;
/** After this time, or after so many polls without an answer, only the chain can tell what became of the batch. */
const STATUS_TIMEOUT_MS = 2 * 60_000;
const MAX_UNANSWERED_POLLS = 8;

/** Codes of wallets that do not have the method or do not accept the batch (EIP-5792). */
const UNSUPPORTED: ReadonlySet<number> = new Set([-32_601, -32_602, 4200, 5700, 5710, 5740, 5750, 5760]);

type BatchWallet = {
  readonly wallet: Pick<ConnectedWallet, 'atomicStatus' | 'sendBatch' | 'batchStatus'>;
  readonly now: () => number;
  readonly sleep: (delayMs: number) => Promise<void>;
};

/** `failed`: the wallet reports that it undid all calls. `pending`: it stopped answering, or needs more time. */
export type BatchResult =
  | { readonly kind: 'mined'; readonly hash: Hash }
  | { readonly kind: 'failed' }
  | { readonly kind: 'pending' };

/** Whether the wallet executes a batch atomically (EIP-5792). A late or unreadable answer counts as no. */
export async function supportsBatch({ wallet, sleep }: BatchWallet, from: From): Promise<boolean> {
  const answer = wallet.atomicStatus(from).catch(() => null);
  const status = await Promise.race([answer, sleep(CAPABILITIES_TIMEOUT_MS)]);
  return status === 'supported' || status === 'ready';
}

/** Waits until the wallet reports the end of a batch. */
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
