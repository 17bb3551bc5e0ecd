import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCommands } from './deployingPage.ts';

const page = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8');

test('the page has at most ten commands, one for each step', () => {
  expect(readCommands(page).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a command is what a reader types: without prompt and output, with its second line', () => {
  const [, , , init] = readCommands(page);
  expect(init?.command).toMatch(
    /^PGPASSWORD=… node \S+ init answers.json --deployer-key deployer.key \\\n--database \S+$/,
  );
});
