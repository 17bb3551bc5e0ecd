import { parseHash } from '../shared/hash.ts';
import { MalformedAnswer } from '../shared/wire/envelope.ts';
import type { Client } from './operations.ts';
import type { Receipt } from './receipt.ts';
import { ServiceUnreachable } from './serviceErrors.ts';

/**
 * A receipt that never changes again: the payout is final, the refund is final, or the operator closed the transfer.
 */
export type FinalReceipt = Extract<Receipt, { kind: 'delivered' | 'failed' }>;

/** The service refuses to answer about the transfer, so asking again doesn't help. */
export class ReceiptRefused extends Error {
  readonly code = 'receipt_refused';
}

/** The clock used for waiting. Tests pass another one. */
export type WaitingClock = {
  readonly now: () => number;
  /** Rejects with the signal's reason when it is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
};

export type WaitOptions = {
  readonly signal?: AbortSignal;
  /** Called with each answer. */
  readonly onAnswer?: (receipt: Receipt) => void;
  /** Called for each failure to get an answer. Waiting continues. */
  readonly onTrouble?: (error: ServiceUnreachable | MalformedAnswer) => void;
  readonly clock?: WaitingClock;
};

const LONGEST_PAUSE_MS = 60_000;
const FIRST_PAUSE_MS = 2_000;

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

const SYSTEM_CLOCK: WaitingClock = { now: () => performance.now(), sleep };

/** Most transfers take seconds. A held one can take days. */
function pauseAfter(elapsedMs: number): number {
  if (elapsedMs < 60_000) return FIRST_PAUSE_MS;
  return elapsedMs < 600_000 ? 10_000 : LONGEST_PAUSE_MS;
}

function pauseAfterTrouble(error: ServiceUnreachable | MalformedAnswer, troubles: number): number {
  const growing = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(troubles, 10), LONGEST_PAUSE_MS);
  return Math.max(growing, error instanceof ServiceUnreachable ? (error.retryAfterMs ?? 0) : 0);
}

function isFinal(receipt: Receipt): receipt is FinalReceipt {
  if (receipt.kind === 'delivered') return true;
  return receipt.kind === 'failed' && (receipt.report.step === 'refunded' || receipt.report.step === 'closed');
}

/**
 * Asks for a deposit's receipt until the transfer has ended: every two seconds at first, once a minute in the end. It
 * doubles its pauses while the service gives no usable answer, and respects `Retry-After`.
 * @returns the delivery, or the failure with its final refund. A delivery is only the service's claim: `proveReceipt`
 * proves it
 * @throws the signal's reason when it is aborted, ReceiptRefused, and TypeError for a text that isn't a hash
 */
export async function waitForReceipt(
  client: Pick<Client, 'getReceipt'>,
  depositHash: string,
  { signal, onAnswer, onTrouble, clock = SYSTEM_CLOCK }: WaitOptions = {},
): Promise<FinalReceipt> {
  if (parseHash(depositHash) === null) throw new TypeError(`not a transaction hash: ${depositHash}`);
  signal?.throwIfAborted();
  const start = clock.now();
  let troubles = 0;
  for (;;) {
    let pauseMs: number;
    try {
      const receipt = await client.getReceipt({ depositHash }, signal);
      onAnswer?.(receipt);
      if (isFinal(receipt)) return receipt;
      if (receipt.kind === 'refused') throw new ReceiptRefused(receipt.message);
      troubles = 0;
      pauseMs = pauseAfter(clock.now() - start);
    } catch (error) {
      if (!(error instanceof ServiceUnreachable || error instanceof MalformedAnswer)) throw error;
      signal?.throwIfAborted();
      onTrouble?.(error);
      pauseMs = pauseAfterTrouble(error, troubles);
      troubles += 1;
    }
    signal?.throwIfAborted();
    await clock.sleep(pauseMs, signal);
  }
}
