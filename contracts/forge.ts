import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type ForgeRun = {
  /** The folder that holds `contracts` and `node_modules`. */
  readonly root: string;
  /** The command of forge, and its arguments. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** `toError` shows the standard output on the standard error. */
  readonly stdio: 'inherit' | 'ignore' | 'toError';
};

/** Runs forge and resolves to its exit code. */
export function runForge({ root, args, env, stdio }: ForgeRun): Promise<number> {
  const child = spawn(findForge(), [...args, '--root', '.'], {
    cwd: root,
    // `--config-path` would make the configuration's folder the root of all paths.
    env: { ...process.env, ...env, FOUNDRY_CONFIG: 'contracts/foundry.toml' },
    stdio: stdio === 'toError' ? ['ignore', process.stderr, 'inherit'] : stdio,
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

// `node_modules/.bin/forge` ends with code 0 when tests fail.
function findForge(): string {
  const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/forge/package.json');
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  const platform = createRequire(wrapper).resolve(`@foundry-rs/forge-${process.platform}-${cpu}/package.json`);
  return join(dirname(platform), 'bin', 'forge');
}
