import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type ForgeRun = {
  /** The folder that holds `contracts` and `node_modules`. */
  readonly root: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdio: 'inherit' | 'ignore';
};

/** Runs `forge test` and resolves to its exit code. */
export function runForge({ root, args, env, stdio }: ForgeRun): Promise<number> {
  const child = spawn(findForge(), ['test', '--root', '.', ...args], {
    cwd: root,
    // `--config-path` would make the configuration's folder the root of all paths.
    env: { ...process.env, ...env, FOUNDRY_CONFIG: 'contracts/foundry.toml' },
    stdio,
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
