import type { Environment } from '../config/config.ts';
import { InvalidConfig } from '../config/invalidConfig.ts';

const VARIABLES = {
  keystore: ['CAUSEWAY_KEYSTORE', 'the file with the encrypted key of the hot wallet'],
  policy: ['CAUSEWAY_SIGNER_POLICY', 'the file with the signing policy'],
  socket: ['CAUSEWAY_SIGNER_SOCKET', 'the path of the socket to listen on'],
} as const;

type PathName = keyof typeof VARIABLES;

/**
 * Reads the paths that a command of the signer needs.
 * @throws InvalidConfig with a sentence for each missing one
 */
export function requirePaths<Name extends PathName>(env: Environment, names: readonly Name[]): Record<Name, string> {
  const problems: string[] = [];
  const paths = names.map((name) => {
    const [variable, what] = VARIABLES[name];
    const path = env[variable];
    if (!path) problems.push(`${variable} is not set. Set it to ${what}.`);
    return [name, path ?? ''];
  });
  if (problems.length > 0) throw new InvalidConfig(problems);
  return Object.fromEntries(paths);
}
