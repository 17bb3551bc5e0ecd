import type { Address, Hash } from 'viem';
import { isSameAddress } from '#shared/address.ts';

/** A hot wallet on one chain, the current one or a former one. */
export type Wallet = { readonly chainId: number; readonly address: Address };

export type SignedNonce = Wallet & { readonly nonce: number };

/** Where a call takes effect: a nonce is used once, and a vault pays an id once. */
export type CallPlace = SignedNonce & { readonly vault: Address };

/** A call that the signer signed, and the ids that it pays. */
export type SignedCall = CallPlace & { readonly callHash: Hash; readonly ids: readonly Hash[] };

/** A wallet's calls below this nonce are forgotten; these are the vaults they paid from. */
export type ForgottenCalls = Wallet & {
  readonly forgottenBelow: number;
  readonly vaults: readonly Address[];
};

/** A vault whose payments this signer has signed. */
export type UsedVault = Pick<CallPlace, 'chainId' | 'vault'>;

function isOf(a: Wallet, b: Wallet): boolean {
  return a.chainId === b.chainId && isSameAddress(a.address, b.address);
}

export function isSameNonce(a: SignedNonce, b: SignedNonce): boolean {
  return isOf(a, b) && a.nonce === b.nonce;
}

/** A vault pays an id once, and a nonce is used once. Any other two calls can both take effect. */
function excludes(a: CallPlace, b: CallPlace): boolean {
  return (a.chainId === b.chainId && isSameAddress(a.vault, b.vault)) || isSameNonce(a, b);
}

/** The signed calls in memory. */
export function createCallIndex(calls: readonly SignedCall[], forgottenCalls: readonly ForgottenCalls[]) {
  let all: SignedCall[] = [];
  const byId = new Map<Hash, SignedCall[]>();
  const byCall = new Map<Hash, SignedCall[]>();
  const forgotten = new Map<string, ForgottenCalls>();
  // Each signature asks for it, and there can be thousands of calls.
  const nextNonces = new Map<string, number>();
  const wallets = new Set<Address>();
  const keyOf = ({ chainId, address }: Wallet) => `${chainId} ${address.toLowerCase()}`;
  const addTo = (index: Map<Hash, SignedCall[]>, key: Hash, call: SignedCall) => {
    const others = index.get(key);
    if (others) others.push(call);
    else index.set(key, [call]);
  };
  const noteBelow = (wallet: Wallet, nonce: number) => {
    nextNonces.set(keyOf(wallet), Math.max(nonce, nextNonces.get(keyOf(wallet)) ?? 0));
  };
  const add = (call: SignedCall) => {
    all.push(call);
    wallets.add(call.address);
    noteBelow(call, call.nonce + 1);
    addTo(byCall, call.callHash, call);
    for (const id of call.ids) addTo(byId, id, call);
  };
  const forget = ({ forgottenBelow, vaults, ...wallet }: ForgottenCalls) => {
    wallets.add(wallet.address);
    noteBelow(wallet, forgottenBelow);
    const before = forgotten.get(keyOf(wallet));
    forgotten.set(keyOf(wallet), {
      ...wallet,
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
    count: (wallet: Wallet) => all.filter((call) => isOf(call, wallet)).length,
    forget: ({ nonce, ...wallet }: SignedNonce) => {
      const isOld = (call: SignedCall) => isOf(call, wallet) && call.nonce < nonce;
      const vaults = keepPayments(all.filter(isOld)).map(({ vault }) => vault);
      const kept = all.filter((call) => !isOld(call));
      all = [];
      byId.clear();
      byCall.clear();
      for (const call of kept) add(call);
      forget({ ...wallet, forgottenBelow: nonce, vaults });
    },
    accept: ({ nonce, ...wallet }: SignedNonce) => forget({ ...wallet, forgottenBelow: nonce, vaults: [] }),
    vaults: (): readonly UsedVault[] => [
      ...keepPayments(all),
      ...[...forgotten.values()].flatMap(({ chainId, vaults }) => vaults.map((vault) => ({ chainId, vault }))),
    ],
    /** A wallet's nonces below this one were signed, or accepted by the operator. */
    nextNonce: (wallet: Wallet) => nextNonces.get(keyOf(wallet)) ?? 0,
    hasForgotten: (chainId: number) => [...forgotten.values()].some((entry) => entry.chainId === chainId),
    /** The wallets that signed anything on any chain. */
    wallets: (): readonly Address[] => [...wallets],
    entries: (): readonly (SignedCall | ForgottenCalls)[] => [...forgotten.values(), ...all],
  };
}

export type CallIndex = ReturnType<typeof createCallIndex>;
