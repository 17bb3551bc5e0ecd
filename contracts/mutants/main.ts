// Applies each mutant to a copy of the contracts and requires that a forge test fails. `--from 10 --to 20` selects mutants.
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runForge } from '../forge.ts';
import type { Mutant } from './mutants.ts';
import { mutants } from './mutants.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
// The invariants take longer than all other tests, which kill the mutants.
const TESTS = ['--no-match-contract', 'Gas|Invariants'];

const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
const selected = mutants.slice(Number(values.from ?? 0), Number(values.to ?? mutants.length));

const folder = await mkdtemp(join(tmpdir(), 'causeway-mutants-'));
try {
  await mkdir(join(folder, 'contracts'));
  for (const name of ['src', 'test', 'foundry.toml', 'solc.mjs']) {
    await cp(join(ROOT, 'contracts', name), join(folder, 'contracts', name), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  if (await failsATest()) throw new Error('A test fails without a mutant. Run "npx tsx contracts/test.ts" first.');

  let survivors = 0;
  for (const mutant of selected) if (!(await isKilled(mutant))) survivors += 1;
  console.log(`${selected.length - survivors} of ${selected.length} mutants killed.`);
  process.exitCode = survivors === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}

async function isKilled([file, find, replace]: Mutant): Promise<boolean> {
  const path = join(folder, 'contracts/src', file);
  const source = await readFile(path, 'utf8');
  await writeFile(
    path,
    source.replace(find, () => replace),
  );
  const killed = await failsATest();
  await writeFile(path, source);
  console.error(`${killed ? 'killed  ' : 'SURVIVED'} ${file}: ${JSON.stringify(find)} -> ${JSON.stringify(replace)}`);
  return killed;
}

/**
 * Compiles first: a compiler error would count as killed. Unoptimised code compiles in half the time. With dynamic linking,
 * the tests load the mutated contract at run time, so only that contract is compiled again.
 */
async function failsATest(): Promise<boolean> {
  const env = { FOUNDRY_OPTIMIZER: 'false', FOUNDRY_DENY: 'never', FOUNDRY_DYNAMIC_TEST_LINKING: 'true' };
  if ((await runForge({ root: folder, args: ['test', '--list', ...TESTS], env, stdio: 'ignore' })) !== 0) {
    throw new Error('The contracts do not compile. Correct the last mutant.');
  }
  return (await runForge({ root: folder, args: ['test', '--fail-fast', ...TESTS], env, stdio: 'ignore' })) !== 0;
}
