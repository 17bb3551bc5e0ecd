import { expect, test } from 'vitest';
import { findUntrueBlocks } from './report.ts';

test('the page about the campaign, the failpoints and the mutants says what the stored results say', async () => {
  expect(await findUntrueBlocks()).toEqual([]);
});
