// Runs forge's tests from any working directory and passes its arguments on to `forge test`. Then compares the gas of deposits
// and payments with .gas-snapshot, and verifies that forge tested the bytecode that the stack deploys: foundry.toml and
// artifacts.ts must have the same settings. `--renew-gas` writes .gas-snapshot instead.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compileContracts } from './artifacts.ts';
import { runForge } from './forge.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const GAS_FILE = 'contracts/.gas-snapshot';
const GAS = ['snapshot', '--match-contract', '^GasTest$'];
const GAS_TOLERANCE_PERCENT = '1';

const args = process.argv.slice(2);
process.exitCode = args.includes('--renew-gas')
  ? await runForge({ root: ROOT, args: [...GAS, '--snap', GAS_FILE], stdio: 'inherit' })
  : (await runForge({ root: ROOT, args: ['test', ...args], stdio: 'inherit' })) ||
    (await compareGas()) ||
    (await compareBytecode());

async function compareGas(): Promise<number> {
  const check = ['--check', GAS_FILE, '--tolerance', GAS_TOLERANCE_PERCENT];
  // The standard output belongs to the report of the tests.
  const code = await runForge({ root: ROOT, args: [...GAS, ...check], stdio: 'toError' });
  if (code !== 0) {
    console.error(
      `The gas differs from ${GAS_FILE} by more than ${GAS_TOLERANCE_PERCENT} %. If you want that, run "npm run test:contracts -- --renew-gas".`,
    );
  }
  return code;
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
