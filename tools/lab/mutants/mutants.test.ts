import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MUTANT_DRILLS } from '../drills/drills.ts';
import { CONTRACT_MUTANTS } from './contractMutants.ts';
import { checkModel } from './modelChecker.ts';
import { applyEdits, EditOutdated } from './mutate.ts';
import { PROOFS } from './proofs.ts';
import { SERVICE_MUTANTS } from './serviceMutants.ts';

const MUTANTS = [...SERVICE_MUTANTS, ...CONTRACT_MUTANTS, ...PROOFS];

test.each(MUTANTS)('the edits of $name match the sources', async ({ edits }) => {
  expect((await applyEdits(edits)).size).toBeGreaterThan(0);
});

test.each([
  ['nowhere', 'no such text'],
  ['more than once', 'contracts/'],
])('refuses an edit whose text occurs %s in its file', async (_where, find) => {
  await expect(applyEdits([{ file: 'contracts/foundry.toml', find, replace: '' }])).rejects.toThrow(EditOutdated);
});

test('each mutant has a unique name, and each mutant drill has a mutant', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  const drills = SERVICE_MUTANTS.flatMap((mutant) => ('drill' in mutant ? mutant.drill : []));
  expect(new Set(drills)).toEqual(new Set(MUTANT_DRILLS.map(({ name }) => name)));
});

// The proofs themselves take a minute, so no test runs them.
test('the edited contracts of the proofs compile', async () => {
  for (const proof of PROOFS) expect((await checkModel(proof, 'none')).open).toEqual([]);
});

// The proof of "an id is paid at most once" covers `pay` only.
test('only pay writes the record of paid ids', () => {
  const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const vault = readdirSync(new URL('../../../contracts/src/vault/', import.meta.url));
  const files = ['CausewayVault.sol', ...vault.map((file) => `vault/${file}`)].map((file) => `contracts/src/${file}`);
  const library = 'node_modules/@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol';
  const sources = [...files, library].map(read).join('\n');
  expect(sources.match(/_records\[\w+\] *=(?!=)|delete _records/g)).toEqual(['_records[id] =']);
  expect(sources).not.toMatch(/delegatecall|callcode|sstore|selfdestruct/i);
});
