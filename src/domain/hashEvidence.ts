import type { DepositLog } from '#shared/events.ts';

/** What one chain knows about a transaction hash. `silent`: it did not answer. */
export type ChainFinding =
  | { readonly kind: 'deposit'; readonly chainName: string; readonly deposit: DepositLog }
  | { readonly kind: 'reverted'; readonly chainName: string }
  | { readonly kind: 'otherTransaction'; readonly chainName: string }
  | { readonly kind: 'pending'; readonly chainName: string }
  | { readonly kind: 'unknown'; readonly chainName: string }
  | { readonly kind: 'silent'; readonly chainName: string };

/** The findings of all chains. `nowhere` requires an answer from every chain. */
export type HashEvidence =
  | { readonly kind: 'found'; readonly finding: Exclude<ChainFinding, { kind: 'unknown' | 'silent' }> }
  | { readonly kind: 'nowhere'; readonly chainNames: readonly string[] }
  | { readonly kind: 'incomplete'; readonly silent: readonly string[] };

export function weighFindings(findings: readonly ChainFinding[]): HashEvidence {
  for (const finding of findings) {
    if (finding.kind !== 'unknown' && finding.kind !== 'silent') return { kind: 'found', finding };
  }
  const silent = findings.filter(({ kind }) => kind === 'silent').map(({ chainName }) => chainName);
  if (silent.length > 0) return { kind: 'incomplete', silent };
  return { kind: 'nowhere', chainNames: findings.map(({ chainName }) => chainName) };
}
