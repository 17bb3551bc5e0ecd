import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCommands } from './deployingPage.ts';

const page = readFileSync(new URL('../../../docs/deploying.md', import.meta.url), 'utf8');

test('the page has at most ten commands, one per step', () => {
  expect(readCommands(page).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('a command is what a reader types, without the prompt and the output', () => {
  const commands = readCommands(page).map(({ command }) => command);
  expect(commands[1]).toBe('causeway init');
  expect(commands.at(-1)).toMatch(/^npm run try-transfer -- .* --least 0\.09$/);
});
