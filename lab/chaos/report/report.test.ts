import { expect, test } from 'vitest';
import { findOutdatedSections } from './report.ts';

test('the tables in docs/exactly-once.md and docs/security.md equal the stored results', async () => {
  expect(await findOutdatedSections()).toEqual([]);
});
