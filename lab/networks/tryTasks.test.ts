import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTask } from './tryTasks.ts';

const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');

test.each([
  ['To change a fee, or to close a route', 1],
  ['To add a token', 3],
  ['To add a chain', 3],
  ['To add or remove an operator', 2],
  ['To raise a cap', 3],
  ["To rotate the hot wallet's key", 7],
  ['To move the signer to another machine', 2],
  ['To upgrade', 1],
])('"%s" has its commands', (heading, count) => {
  const commands = readTask(page, heading);
  expect(commands).toHaveLength(count);
  for (const command of commands) expect(command).toMatch(/^(?:causeway|systemctl) /);
});
