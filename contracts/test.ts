// Runs forge's tests from any working directory and passes its arguments on to `forge test`. Then verifies that forge
// tested the bytecode that the stack deploys: foundry.toml and artifacts.ts must have the same settings.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileContracts } from './artifacts.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

process.exitCode = (await runForge()) || (await compareBytecode());

function runForge(): Promise<number> {
  // `--config-path` would make the configuration's folder the root of all paths.
  const env = { ...process.env, FOUNDRY_CONFIG: 'contracts/foundry.toml' };
  const args = ['test', '--root', '.', ...process.argv.slice(2)];
  const child = spawn(findForge(), args, { cwd: ROOT, env, stdio: 'inherit' });
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

async function compareBytecode(): Promise<number> {
  const artifacts = Object.entries(await compileContracts());
  const differing: string[] = [];
  for (const [name, { bytecode }] of artifacts) {
    const tested = JSON.parse(await readFile(new URL(`./out/${name}.sol/${name}.json`, import.meta.url), 'utf8'));
    if (tested.bytecode.object !== bytecode) differing.push(name);
  }
  if (differing.length === 0) return 0;
  console.error(
    `forge tested other bytecode than the stack deploys: ${differing.join(', ')}. Compare foundry.toml with artifacts.ts.`,
  );
  return 1;
}
