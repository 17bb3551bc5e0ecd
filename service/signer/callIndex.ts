import type { Address, Hash } from 'viem';
import { isSameAddress } from '#shared/address.ts';

/** A nonce of the hot wallet on one chain. */
export type SignedNonce = { readonly chainId: number; readonly nonce: number };

/** Where a call takes effect: a nonce is used once, and a vault pays an id once. */
export type CallPlace = SignedNonce & { readonly vault: Address };

/** A call that the signer signed, and the ids that the call pays. */
export type SignedCall = CallPlace & { readonly callHash: Hash; readonly ids: readonly Hash[] };

/** The calls of a chain below this nonce are forgotten, and these are the vaults that they paid from. */
export type ForgottenCalls = {
  readonly chainId: number;
  readonly forgottenBelow: number;
  readonly vaults: readonly Address[];
};

/** A vault that this signer has signed payments of. */
export type UsedVault = Pick<CallPlace, 'chainId' | 'vault'>;

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
  const forgotten = new Map<number, ForgottenCalls>();
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
  const forget = ({ chainId, forgottenBelow, vaults }: ForgottenCalls) => {
    const before = forgotten.get(chainId);
    forgotten.set(chainId, {
      chainId,
      forgottenBelow: Math.max(forgottenBelow, before?.forgottenBelow ?? 0),
      vaults: [...new Set([...(before?.vaults ?? []), ...vaults])],
    });
  };
  // A cancel goes to the hot wallet.
  const keepPayments = (list: readonly SignedCall[]) => list.filter(({ ids }) => ids.length > 0);
  for (const call of calls) add(call);
  for (const entry of forgottenCalls) forget(entry);
  return {
    add,
    has: ({ callHash, ...nonce }: SignedNonce & { readonly callHash: Hash }) =>
      (byCall.get(callHash) ?? []).some((call) => isSameNonce(call, nonce)),
    /** The calls that can pay an id in addition to a call at this place. */
    besides: (id: Hash, place: CallPlace): readonly SignedCall[] =>
      (byId.get(id) ?? []).filter((call) => !excludes(call, place)),
    count: (chainId: number) => all.filter((call) => call.chainId === chainId).length,
    forget: ({ chainId, nonce }: SignedNonce) => {
      const isOld = (call: SignedCall) => call.chainId === chainId && call.nonce < nonce;
      const vaults = keepPayments(all.filter(isOld)).map(({ vault }) => vault);
      const kept = all.filter((call) => !isOld(call));
      all = [];
      byId.clear();
      byCall.clear();
      for (const call of kept) add(call);
      forget({ chainId, forgottenBelow: nonce, vaults });
    },
    accept: ({ chainId, nonce }: SignedNonce) => forget({ chainId, forgottenBelow: nonce, vaults: [] }),
    vaults: (): readonly UsedVault[] => [
      ...keepPayments(all),
      ...[...forgotten.values()].flatMap(({ chainId, vaults }) => vaults.map((vault) => ({ chainId, vault }))),
    ],
    /** The nonces of a chain below this one were signed, or accepted by the operator. */
    nextNonce: (chainId: number) =>
      all.reduce(
        (next, call) => (call.chainId === chainId ? Math.max(next, call.nonce + 1) : next),
        forgotten.get(chainId)?.forgottenBelow ?? 0,
      ),
    hasForgotten: (chainId: number) => forgotten.has(chainId),
    entries: (): readonly (SignedCall | ForgottenCalls)[] => [...forgotten.values(), ...all],
  };
}

export type CallIndex = ReturnType<typeof createCallIndex>;
