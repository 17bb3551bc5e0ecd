import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The version of the package, and the commit of its sources. */
export type Version = { readonly version: string; readonly commit: string };

// A build replaces this name with the version of its sources (tools/lab/service/bundle.ts).
declare const CAUSEWAY_VERSION: Version | undefined;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function readCommit(): string {
  try {
    // Not a tag, which can be moved.
    const args = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=12'];
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}

/** Reads this checkout's version. CAUSEWAY_COMMIT names the commit for a build without a git folder. */
export function readSourceVersion(): Version {
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  return { version, commit: process.env.CAUSEWAY_COMMIT || readCommit() };
}

/** The version of this program. */
export function readVersion(): Version {
  return typeof CAUSEWAY_VERSION === 'undefined' ? readSourceVersion() : CAUSEWAY_VERSION;
}

export function formatVersion({ version, commit }: Version): string {
  return `causeway ${version} (${commit})`;
}
