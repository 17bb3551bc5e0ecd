import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limits, limitsClaim, vault, vaultClaim } from './claims.ts';
import { checkModel } from './modelChecker.ts';

const read = (file: string) => readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');

test('the edits of the proofs fit the contracts', () => {
  expect(limits).toContain('_exact(current + amount, _second)');
  expect(vault).toContain('sent = _callUnknownCode();');
});

// The proofs take a minute, so no other test runs them.
test('the edited contracts compile', () => {
  for (const claim of [limitsClaim(limits), vaultClaim(vault)]) expect(checkModel(claim, 'none').open).toEqual([]);
});

// The proof of "an id is paid at most once" looks at `pay` only.
test('no code but pay can write the record of paid ids', () => {
  const vault = readdirSync(new URL('../src/vault/', import.meta.url)).map((file) => read(`vault/${file}`));
  const library = read('../../node_modules/@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol');
  const sources = [read('CausewayVault.sol'), ...vault, library].join('\n');
  expect(sources.match(/_records\[\w+\] *=(?!=)|delete _records/g)).toEqual(['_records[id] =']);
  expect(sources).not.toMatch(/delegatecall|callcode|sstore|selfdestruct/i);
});
