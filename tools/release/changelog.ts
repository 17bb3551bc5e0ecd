const UNRELEASED = '## Unreleased\n';

/** @returns what the changelog has under its heading of the next release */
function unreleasedPart(changelog: string): string {
  const [, after = ''] = changelog.split(UNRELEASED);
  return (after.split(/^## /m)[0] ?? '').trim();
}

/**
 * Gives the unreleased changes a version and a date, and leaves an empty heading for the next release.
 * @throws if the changelog has no unreleased changes
 */
export function nameRelease(
  changelog: string,
  { version, day }: { readonly version: string; readonly day: string },
): string {
  if (unreleasedPart(changelog) === '') throw new Error('CHANGELOG.md has no changes under "## Unreleased".');
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${day})\n`);
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** @throws unless the version is three numbers and follows the current one */
export function requireNextVersion(version: string, current: string): void {
  const [next, last] = [version, current].map((text) => VERSION.exec(text)?.slice(1).map(Number));
  if (!next || !last) throw new Error(`${version} is no version. Write three numbers, such as 1.2.3.`);
  const at = next.findIndex((part, index) => part !== last[index]);
  if (at === -1 || (next[at] ?? 0) < (last[at] ?? 0)) throw new Error(`${version} does not follow ${current}.`);
}
