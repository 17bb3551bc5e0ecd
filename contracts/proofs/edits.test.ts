import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyEdits, limitsEdits, vaultEdits } from './edits.ts';

const read = (file: string) => readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');

test('the edits of the proofs fit the contracts', () => {
  expect(applyEdits(read('vault/SpendingLimits.sol'), limitsEdits)).toContain('_exact(current + amount, _second)');
  expect(applyEdits(read('CausewayVault.sol'), vaultEdits)).toContain('sent = _callUnknownCode();');
});

// The proof of "an id is paid at most once" looks at `pay` only.
test('no code but pay can write the record of paid ids', () => {
  const vault = readdirSync(new URL('../src/vault/', import.meta.url)).map((file) => read(`vault/${file}`));
  const library = read('../../node_modules/@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol');
  const sources = [read('CausewayVault.sol'), ...vault, library].join('\n');
  expect(sources.match(/isPaid\[\w+\] *=|delete isPaid/g)).toEqual(['isPaid[id] =']);
  expect(sources).not.toMatch(/delegatecall|callcode|sstore|selfdestruct/i);
});
