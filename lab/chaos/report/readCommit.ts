import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The commit that a result belongs to; marked where the sources differ from it. */
export async function readCommit(): Promise<string> {
  const describe = promisify(execFile)('git', ['describe', '--always', '--dirty', '--exclude', '*']);
  return describe.then(
    ({ stdout }) => stdout.trim(),
    () => 'unknown',
  );
}
