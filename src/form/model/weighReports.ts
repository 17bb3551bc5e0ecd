import type { Address } from 'viem';
import type { NameAnswer } from './names.ts';

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
