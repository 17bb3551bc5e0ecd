import * as v from 'valibot';
import type { Hash } from 'viem';
import type { AppendLog } from './appendLog.ts';
import { openAppendLog, readLogLines, SignerLogBroken } from './appendLog.ts';

/** A nonce of the hot wallet on one chain. */
export type SignedNonce = { readonly chainId: number; readonly nonce: number };

/** A call that the signer signed at a nonce, and the ids that the call pays. */
export type SignedCall = SignedNonce & { readonly callHash: Hash; readonly ids: readonly Hash[] };

/**
 * Remembers which ids were signed at which nonces. The chain pays an id once, but a payout and a refund are on two chains: a
 * signed payment that no block contains yet is known only here.
 */
export type PaymentLog = {
  /** Whether this call was signed at this nonce before. Then another signature of it can pay nothing more. */
  has(call: Omit<SignedCall, 'ids'>): boolean;
  /** The nonces at which a payment of the id was signed on other chains than this one. */
  elsewhere(id: Hash, chainId: number): readonly SignedNonce[];
  /**
   * Stores a call before it is signed, and returns after it is on disk.
   * @param settled nonces of other chains that can pay none of the ids any more
   * @returns false, with nothing stored, when another nonce was signed for one of the ids meanwhile
   * @throws SignerLogBroken
   */
  record(call: SignedCall, settled: readonly SignedNonce[]): Promise<boolean>;
  /** Forgets the nonces of a chain below a final one: the chain itself now knows what they paid. */
  forgetBelow(final: SignedNonce): Promise<void>;
  /** How many calls of a chain it remembers. */
  count(chainId: number): number;
  verify(): Promise<void>;
  close(): Promise<void>;
};

const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}$/),
  v.transform((text): Hash => `0x${text.slice(2)}`),
);
const callSchema = v.strictObject({
  chainId: v.number(),
  nonce: v.number(),
  callHash: hash,
  ids: v.array(hash),
});

function parseLine(path: string, line: string): SignedCall {
  const call = v.safeParse(v.pipe(v.string(), v.parseJson(), callSchema), line);
  if (call.success) return call.output;
  throw new SignerLogBroken(
    `${path} has a broken line, so the signer cannot know which payments it has signed. Restore the file.`,
  );
}

const writeLine = (call: SignedCall): string => `${JSON.stringify(call)}\n`;

function isSameNonce(a: SignedNonce, b: SignedNonce): boolean {
  return a.chainId === b.chainId && a.nonce === b.nonce;
}

/** The part of the log that is kept in memory. */
function createCallIndex(calls: readonly SignedCall[]) {
  let all: SignedCall[] = [];
  const byId = new Map<Hash, SignedCall[]>();
  const byCall = new Map<Hash, SignedCall[]>();
  const addTo = (index: Map<Hash, SignedCall[]>, key: Hash, call: SignedCall) => {
    const others = index.get(key);
    if (others) others.push(call);
    else index.set(key, [call]);
  };
  const add = (call: SignedCall) => {
    all.push(call);
    addTo(byCall, call.callHash, call);
    for (const id of call.ids) addTo(byId, id, call);
  };
  for (const call of calls) add(call);
  return {
    add,
    list: () => all,
    ofId: (id: Hash) => byId.get(id) ?? [],
    ofCall: (callHash: Hash) => byCall.get(callHash) ?? [],
    forget: (isForgotten: (call: SignedCall) => boolean) => {
      const kept = all.filter((call) => !isForgotten(call));
      all = [];
      byId.clear();
      byCall.clear();
      for (const call of kept) add(call);
    },
  };
}

/** A log in memory, for a key that exists in this process only. */
export const MEMORY_ONLY: AppendLog = {
  append: async () => {},
  verify: async () => {},
  compact: async () => {},
  close: async () => {},
};

type CallIndex = ReturnType<typeof createCallIndex>;

export function createPaymentLog(file: AppendLog, index: CallIndex = createCallIndex([])): PaymentLog {
  let last: Promise<unknown> = Promise.resolve();
  // One after the other: two requests at once could each see no payment of the other.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
  const elsewhere = (id: Hash, chainId: number) => index.ofId(id).filter((call) => call.chainId !== chainId);
  return {
    has: ({ callHash, ...nonce }) => index.ofCall(callHash).some((call) => isSameNonce(call, nonce)),
    elsewhere,
    record: (call, settled) =>
      inTurn(async () => {
        const others = call.ids.flatMap((id) => elsewhere(id, call.chainId));
        if (!others.every((other) => settled.some((nonce) => isSameNonce(nonce, other)))) return false;
        await file.append([writeLine(call)]);
        index.add(call);
        return true;
      }),
    forgetBelow: ({ chainId, nonce }) =>
      inTurn(async () => {
        index.forget((call) => call.chainId === chainId && call.nonce < nonce);
        await file.compact();
      }),
    count: (chainId) => index.list().filter((call) => call.chainId === chainId).length,
    verify: () => inTurn(file.verify),
    close: async () => {
      await last;
      await file.close();
    },
  };
}

/**
 * Opens the payment log, which survives restarts. Only one process may have it open.
 * @throws SignerLogBroken
 */
export async function openPaymentLog(path: string): Promise<PaymentLog> {
  const index = createCallIndex((await readLogLines(path)).map((line) => parseLine(path, line)));
  return createPaymentLog(await openAppendLog(path, () => index.list().map(writeLine)), index);
}
