// Runs forge's tests from any working directory and passes its arguments on to `forge test`. Then verifies that forge
// tested the bytecode that the stack deploys: foundry.toml and artifacts.ts must have the same settings.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compileContracts } from './artifacts.ts';
import { runForge } from './forge.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

process.exitCode =
  (await runForge({ root: ROOT, args: process.argv.slice(2), stdio: 'inherit' })) || (await compareBytecode());

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
