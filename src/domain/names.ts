import type { Address } from 'viem';

/** An address that the name service gives for a name, and where the app read it. */
export type ResolvedName = {
  readonly kind: 'resolved';
  /** The normalised name (ENSIP-15). */
  readonly name: string;
  readonly address: Address;
  /** The chain of the name service. */
  readonly chainId: number;
  readonly chainName: string;
  /** The oldest block at which an endpoint read the address. */
  readonly block: bigint;
  /** How many RPC providers gave this address. No provider gave another one. */
  readonly sources: number;
  /** False: the name has no record for the destination chain, and this is its Ethereum address. */
  readonly isForDestination: boolean;
};

export type NameAnswer =
  | ResolvedName
  /** The installation has no name service. */
  | { readonly kind: 'noService' }
  /** The text breaks the rules of names, for example with letters of two scripts that look alike. */
  | { readonly kind: 'invalid' }
  /** The name service has no address for the name. */
  | { readonly kind: 'none' }
  /** A server outside the chain has the address (EIP-3668). The app asks no such server. */
  | { readonly kind: 'offchain' }
  /** Two RPC endpoints contradict each other. */
  | { readonly kind: 'differs' }
  | { readonly kind: 'unanswered' };

/** What one RPC endpoint says about a name. */
export type NameReport =
  | {
      readonly kind: 'address';
      readonly address: Address;
      readonly isForDestination: boolean;
      readonly block: bigint;
      readonly host: string;
    }
  | { readonly kind: 'none' | 'offchain' | 'silent' };

const NAME = /^[^\s.:/@]+(?:\.[^\s.:/@]+)+$/;

/** Whether a text that is no address may be a name: labels with dots between. */
export function isNameText(text: string): boolean {
  return NAME.test(text.trim());
}

const claimOf = (report: NameReport) =>
  report.kind === 'address' ? `${report.address} ${report.isForDestination}` : report.kind;

/** One source never outvotes another: two answers that differ are a refusal. */
export function weighReports(
  name: string,
  chain: { readonly id: number; readonly name: string },
  reports: readonly NameReport[],
): NameAnswer {
  const heard = reports.filter(({ kind }) => kind !== 'silent');
  const [first, ...others] = heard;
  if (!first || first.kind === 'silent') return { kind: 'unanswered' };
  if (others.some((other) => claimOf(other) !== claimOf(first))) return { kind: 'differs' };
  if (first.kind !== 'address') return { kind: first.kind };
  const addresses = heard.filter((report) => report.kind === 'address');
  return {
    kind: 'resolved',
    name,
    chainId: chain.id,
    chainName: chain.name,
    address: first.address,
    isForDestination: first.isForDestination,
    block: addresses.reduce((oldest, { block }) => (block < oldest ? block : oldest), first.block),
    sources: new Set(addresses.map(({ host }) => host)).size,
  };
}
