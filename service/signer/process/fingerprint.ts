import { createHash } from 'node:crypto';
import type { ChainPolicy, Policy } from './policy.ts';

// The order of lists in a file doesn't affect what the signer signs, so two files with the same meaning have the same
// fingerprint.
function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return /^0x[0-9a-fA-F]+$/.test(value) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map(canonical).sort((one, other) => (toText(one) < toText(other) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, canonical(part)]));
}

const toText = (value: unknown) => JSON.stringify(value);

function hash(value: unknown): string {
  return createHash('sha256')
    .update(toText(canonical(value)))
    .digest('hex');
}

/** The fingerprint of everything the signer's decisions depend on, including endpoints: SHA-256 in hex. */
export function fingerprintOf(policy: Policy): string {
  return hash(policy);
}

/** The digits of a fingerprint that a person types. */
export const TYPED_DIGITS = 8;

function fingerprintOfChain({ hotWallet, formerHotWallets, routes }: Policy, chain: ChainPolicy): string {
  const { rpcUrls: _urls, quorum: _quorum, ...view } = chain;
  const ends = routes.filter(({ from, to }) => from === chain.name || to === chain.name);
  return hash({ hotWallet, formerHotWallets, view, routes: ends });
}

/**
 * Each chain's fingerprint by its id. They exclude the endpoints: the signer has its own, and a worker with the same
 * file must get the same fingerprints.
 */
export function fingerprintsByChain(policy: Policy): ReadonlyMap<number, string> {
  return new Map(policy.chains.map((chain) => [chain.id, fingerprintOfChain(policy, chain)]));
}

/** Names the chains on which the signer's view differs from the service's file; null if there are none. */
export function describeOtherViews(
  chains: readonly { readonly id: number; readonly name: string }[],
  { own, signers }: { readonly own: ReadonlyMap<number, string>; readonly signers: ReadonlyMap<number, string> },
): string | null {
  const names = chains.filter(({ id }) => own.has(id) && own.get(id) !== signers.get(id)).map(({ name }) => name);
  return names.length === 0
    ? null
    : `the signer's view of ${names.join(', ')} differs from this file: run "causeway apply" on its machine`;
}
