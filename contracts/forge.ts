import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

export type ForgeRun = {
  /** The folder that holds `contracts` and `node_modules`. */
  readonly root: string;
  /** The command of forge, and its arguments. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdio: 'inherit' | 'ignore';
};

export const GAS_FILE = 'contracts/.gas-snapshot';
/** The arguments that measure the gas of deposits and payments. */
export const GAS = ['snapshot', '--match-contract', '^GasTest$'];

/** Runs forge and resolves to its exit code. */
export function runForge({ root, args, env = {}, stdio }: ForgeRun): Promise<number> {
  const child = spawn(findForge(), [...args, ...ROOT_ARGS], { cwd: root, env: withConfig(env), stdio });
  return untilClosed(child);
}

/** Runs forge and resolves to its exit code and its output. */
export async function readForge({ root, args }: Pick<ForgeRun, 'root' | 'args'>) {
  const child = spawn(findForge(), [...args, ...ROOT_ARGS], { cwd: root, env: withConfig({}) });
  const [code, stdout, stderr] = await Promise.all([untilClosed(child), text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

const ROOT_ARGS = ['--root', '.'];

// `--config-path` would make the configuration's folder the root of all paths.
const withConfig = (env: Readonly<Record<string, string>>) => ({
  ...process.env,
  ...env,
  FOUNDRY_CONFIG: 'contracts/foundry.toml',
});

function untilClosed(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

// `node_modules/.bin/forge` exits with code 0 even when tests fail.
function findForge(): string {
  const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/forge/package.json');
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  const platform = createRequire(wrapper).resolve(`@foundry-rs/forge-${process.platform}-${cpu}/package.json`);
  return join(dirname(platform), 'bin', 'forge');
}
