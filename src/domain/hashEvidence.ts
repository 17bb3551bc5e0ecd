/** What one of the pinned chains knows of a transaction hash. */
export type ChainFinding =
  | { readonly kind: 'deposit'; readonly chainName: string }
  | { readonly kind: 'reverted'; readonly chainName: string }
  | { readonly kind: 'otherTransaction'; readonly chainName: string }
  | { readonly kind: 'pending'; readonly chainName: string }
  | { readonly kind: 'unknown'; readonly chainName: string }
  | { readonly kind: 'silent'; readonly chainName: string };

/** What all chains together say of a hash: the one that knows it, or that none does, as far as they answered. */
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
