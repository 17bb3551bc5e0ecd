import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The commit of the sources, with the suffix "-dirty" for uncommitted changes. */
export async function readCommit(): Promise<string> {
  const describe = promisify(execFile)('git', ['describe', '--always', '--dirty', '--exclude', '*']);
  return describe.then(
    ({ stdout }) => stdout.trim(),
    () => 'unknown',
  );
}
