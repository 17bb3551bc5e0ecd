import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The commit of the sources, with the suffix "-dirty" for uncommitted changes. The results of earlier runs are no sources. */
export async function readCommit(): Promise<string> {
  try {
    const commit = await run('git', ['rev-parse', '--short', 'HEAD']);
    const changes = await run('git', [
      'status',
      '--porcelain',
      '--',
      ':/',
      ':(top,exclude)docs/evidence',
      ':(top,exclude)*.md',
    ]);
    return commit.stdout.trim() + (changes.stdout === '' ? '' : '-dirty');
  } catch {
    return 'unknown';
  }
}
