import { join } from 'node:path';
import * as v from 'valibot';
import type { Address, Hash } from 'viem';
import { address } from '../../boot/fields.ts';
import type { AppendLog } from './appendLog.ts';
import { openAppendLog, readLogLines, SignerLogBroken } from './appendLog.ts';
import type { CallIndex, CallPlace, ForgottenCalls, SignedCall, SignedNonce, UsedVault, Wallet } from './callIndex.ts';
import { createCallIndex, isSameNonce } from './callIndex.ts';

const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}$/),
  v.transform((text): Hash => `0x${text.slice(2)}`),
);
const call = v.strictObject({
  chainId: v.number(),
  address,
  nonce: v.number(),
  vault: address,
  callHash: hash,
  ids: v.array(hash),
});
const forgotten = v.strictObject({
  chainId: v.number(),
  address,
  forgottenBelow: v.number(),
  vaults: v.array(address),
});
const line = v.pipe(v.string(), v.parseJson(), v.union([call, forgotten]));

/** @throws SignerLogBroken */
export function parsePaymentLines(path: string, lines: readonly string[]) {
  const calls: SignedCall[] = [];
  const forgottenCalls: ForgottenCalls[] = [];
  for (const text of lines) {
    const parsed = v.safeParse(line, text);
    if (!parsed.success) {
      throw new SignerLogBroken(
        `${path} has a broken line, so the signer cannot know which payments it has signed. Restore the file.`,
      );
    }
    if ('nonce' in parsed.output) calls.push(parsed.output);
    else forgottenCalls.push(parsed.output);
  }
  return { calls, forgottenCalls };
}

export function writePaymentLine(entry: SignedCall | ForgottenCalls): string {
  return `${JSON.stringify(entry)}\n`;
}

/** What was read about a call's ids before it is stored. */
export type Verified = {
  /** Nonces of other calls that can no longer pay any of the ids. */
  readonly settled: readonly SignedNonce[];
  /** The log's generation when the read began. */
  readonly generation: number;
};

/**
 * Remembers which ids were signed at which nonces. A vault pays an id once, but a payout and a refund leave two vaults,
 * and so do payouts before and after a move to a new vault: only this log knows a signed payment that isn't in a block
 * yet. The log belongs to the installation: it also has what former hot wallets have signed.
 */
export type PaymentLog = {
  /** Whether this call was already signed at this nonce. If so, another signature can't pay anything more. */
  has(call: SignedNonce & { readonly callHash: Hash }): boolean;
  /** The signed calls that can pay an id in addition to a call at this place. */
  besides(id: Hash, place: CallPlace): readonly SignedCall[];
  /** Changes whenever calls are forgotten. Earlier reads may then be too old for a call that nobody remembers now. */
  generation(): number;
  /**
   * Stores a call before it is signed, and returns once it is on disk.
   * @returns false, with nothing stored, if another payment of the ids was signed or forgotten meanwhile
   * @throws SignerLogBroken
   */
  record(call: SignedCall, verified: Verified): Promise<boolean>;
  /** Forgets a wallet's nonces below a final one: the chain itself now knows what they paid. */
  forgetBelow(final: SignedNonce): Promise<void>;
  /** Whether a chain's calls were forgotten, so that only the chain knows what they paid. */
  hasForgotten(chainId: number): boolean;
  /** Each vault with a recorded payment; a vault may repeat. */
  vaults(): readonly UsedVault[];
  /** A wallet's nonces below this one were signed or accepted. Null for a log that doesn't survive the process. */
  nextNonce(wallet: Wallet): number | null;
  /** The hot wallet and the former ones, if they have signed anything with this log. */
  wallets(): readonly Address[];
  /**
   * Accepts that the log lacks nonces below this one.
   * @throws SignerLogBroken
   */
  accept(next: SignedNonce): Promise<void>;
  /** How many of a wallet's calls it remembers. */
  count(wallet: Wallet): number;
  verify(): Promise<void>;
  close(): Promise<void>;
};

/** A log in memory, for a key that exists only in this process. */
export const MEMORY_ONLY: AppendLog = {
  append: async () => {},
  verify: async () => {},
  compact: async () => {},
  close: async () => {},
};

export function createPaymentLog(file: AppendLog, index: CallIndex = createCallIndex([], [])): PaymentLog {
  let generation = 0;
  let last: Promise<unknown> = Promise.resolve();
  // One after the other: two concurrent requests might each miss the other's payment.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
  return {
    has: index.has,
    besides: index.besides,
    generation: () => generation,
    record: (call, verified) =>
      inTurn(async () => {
        if (verified.generation !== generation) return false;
        const others = call.ids.flatMap((id) => index.besides(id, call));
        if (!others.every((other) => verified.settled.some((nonce) => isSameNonce(nonce, other)))) return false;
        await file.append([writePaymentLine(call)]);
        index.add(call);
        return true;
      }),
    forgetBelow: (final) =>
      inTurn(async () => {
        generation += 1;
        index.forget(final);
        await file.compact();
      }),
    hasForgotten: index.hasForgotten,
    vaults: index.vaults,
    nextNonce: (wallet) => (file === MEMORY_ONLY ? null : index.nextNonce(wallet)),
    wallets: index.wallets,
    accept: (next) =>
      inTurn(async () => {
        index.accept(next);
        await file.compact();
        await file.verify();
      }),
    count: index.count,
    verify: () => inTurn(file.verify),
    close: async () => {
      await last;
      await file.close();
    },
  };
}

/** One log for all keys in a signer's folder, so that a new hot wallet continues the former one's log. */
export function paymentLogPath(state: string): string {
  return join(state, 'payments');
}

/**
 * Opens the payment log, which survives restarts. Only one process may have it open.
 * @throws SignerLogBroken
 */
export async function openPaymentLog(path: string): Promise<PaymentLog> {
  const { calls, forgottenCalls } = parsePaymentLines(path, await readLogLines(path));
  const index = createCallIndex(calls, forgottenCalls);
  return createPaymentLog(await openAppendLog(path, () => index.entries().map(writePaymentLine)), index);
}
