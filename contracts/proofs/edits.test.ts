import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { applyEdits } from './edits.ts';

test('the edits of the proof fit the contract', async () => {
  const source = await readFile(new URL('../src/vault/SpendingLimits.sol', import.meta.url), 'utf8');
  expect(applyEdits(source)).toContain('_exact(current + amount, _second)');
});
