import type { Address, Hash } from 'viem';
import { isSameAddress } from '#shared/address.ts';

/** A nonce of the hot wallet on one chain. */
export type SignedNonce = { readonly chainId: number; readonly nonce: number };

/** Where a call takes effect: a nonce is used once, and a vault pays an id once. */
export type CallPlace = SignedNonce & { readonly vault: Address };

/** A call that the signer signed, and the ids that the call pays. */
export type SignedCall = CallPlace & { readonly callHash: Hash; readonly ids: readonly Hash[] };

/** The calls of a chain below this nonce are forgotten. */
export type ForgottenCalls = { readonly chainId: number; readonly forgottenBelow: number };

export function isSameNonce(a: SignedNonce, b: SignedNonce): boolean {
  return a.chainId === b.chainId && a.nonce === b.nonce;
}

/** The vault pays an id once, and a nonce is used once. Every other pair of calls can both take effect. */
function excludes(a: CallPlace, b: CallPlace): boolean {
  return a.chainId === b.chainId && (isSameAddress(a.vault, b.vault) || a.nonce === b.nonce);
}

/** The signed calls in memory. */
export function createCallIndex(calls: readonly SignedCall[], forgottenCalls: readonly ForgottenCalls[]) {
  let all: SignedCall[] = [];
  const byId = new Map<Hash, SignedCall[]>();
  const byCall = new Map<Hash, SignedCall[]>();
  const forgottenBelow = new Map<number, number>();
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
  const accept = ({ chainId, nonce }: SignedNonce) => {
    forgottenBelow.set(chainId, Math.max(nonce, forgottenBelow.get(chainId) ?? 0));
  };
  for (const call of calls) add(call);
  for (const { chainId, forgottenBelow: nonce } of forgottenCalls) accept({ chainId, nonce });
  return {
    add,
    has: ({ callHash, ...nonce }: SignedNonce & { readonly callHash: Hash }) =>
      (byCall.get(callHash) ?? []).some((call) => isSameNonce(call, nonce)),
    /** The calls that can pay an id in addition to a call at this place. */
    besides: (id: Hash, place: CallPlace): readonly SignedCall[] =>
      (byId.get(id) ?? []).filter((call) => !excludes(call, place)),
    count: (chainId: number) => all.filter((call) => call.chainId === chainId).length,
    forget: ({ chainId, nonce }: SignedNonce) => {
      const kept = all.filter((call) => call.chainId !== chainId || call.nonce >= nonce);
      all = [];
      byId.clear();
      byCall.clear();
      for (const call of kept) add(call);
      accept({ chainId, nonce });
    },
    accept,
    /** The nonces of a chain below this one were signed, or accepted by the operator. */
    nextNonce: (chainId: number) =>
      all.reduce(
        (next, call) => (call.chainId === chainId ? Math.max(next, call.nonce + 1) : next),
        forgottenBelow.get(chainId) ?? 0,
      ),
    hasForgotten: (chainId: number) => forgottenBelow.has(chainId),
    entries: (): readonly (SignedCall | ForgottenCalls)[] => [
      ...[...forgottenBelow].map(([chainId, nonce]) => ({ chainId, forgottenBelow: nonce })),
      ...all,
    ],
  };
}

export type CallIndex = ReturnType<typeof createCallIndex>;
