const UNRELEASED = '## Unreleased\n';

/** @returns what the changelog has under the heading of the next release */
function unreleasedChanges(changelog: string): string {
  const [, after = ''] = changelog.split(UNRELEASED);
  return (after.split(/^## /m)[0] ?? '').trim();
}

type Named = {
  readonly version: string;
  readonly day: string;
  /** The evidence that was measured on older code. */
  readonly stale: readonly string[];
};

/**
 * Gives the unreleased changes a version and a date, and leaves an empty heading for the next release. Before 1.0.0 the changes say
 * which evidence is older than the code.
 * @throws if the changelog has no unreleased changes, and from 1.0.0 on if evidence is older than the code
 */
export function nameRelease(changelog: string, { version, day, stale }: Named): string {
  if (unreleasedChanges(changelog) === '') throw new Error('CHANGELOG.md has no changes under "## Unreleased".');
  if (stale.length > 0 && !version.startsWith('0.')) throw new Error(`Run npm run evidence first: ${stale.join(', ')}`);
  const note =
    stale.length === 0 ? '' : `\nMeasured on older code, and not again for this version: ${stale.join(', ')}.\n`;
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${day})\n${note}`);
}

/** Whether the changelog has a version. A clone may lack tags, but not this. */
function isReleased(changelog: string, version: string): boolean {
  return changelog.includes(`\n## ${version} (`);
}

type Current = { readonly changelog: string; readonly current: string };

/**
 * Accepts only the current version until it is released, and then the three next versions by semantic versioning.
 * @throws for any other version
 */
export function requireNextVersion(version: string, { changelog, current }: Current): void {
  const refuse = (why: string) => new Error(`The version cannot be "${version}". ${why}`);
  if (!isReleased(changelog, current)) {
    if (version !== current) throw refuse(`${current} is not released yet.`);
    return;
  }
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number);
  const next = [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
  if (!next.includes(version)) throw refuse(`Next after ${current} comes ${next[0]}, ${next[1]} or ${next[2]}.`);
}
