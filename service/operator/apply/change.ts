/** How one setting changes what the installation allows. */
export type Change = {
  /** The setting, by the names of its chain and token: `chains.Ethereum.exposureCap`. */
  readonly path: string;
  /** `wider` allows what the former value refuses. `other` does neither, or can't be compared. */
  readonly kind: 'wider' | 'narrower' | 'other';
  /** Null for what didn't exist. */
  readonly before: string | null;
  readonly after: string | null;
  /** Whether it stops or limits payments by itself, so that a person must type its name before it is weakened. */
  readonly isGuard: boolean;
};

export function isWeakened({ kind, isGuard }: Change): boolean {
  return isGuard && kind === 'wider';
}

const HEADS = { weakened: 'Weakens ', wider: 'wider   ', narrower: 'narrower', other: '        ' } as const;

/** One line per change, weakened guards first. */
export function formatChanges(changes: readonly Change[]): readonly string[] {
  const sorted = [...changes.filter(isWeakened), ...changes.filter((change) => !isWeakened(change))];
  return sorted.map((change) => {
    const head = HEADS[isWeakened(change) ? 'weakened' : change.kind];
    return `  ${head}  ${change.path}: ${change.before ?? 'none'} -> ${change.after ?? 'none'}`;
  });
}
