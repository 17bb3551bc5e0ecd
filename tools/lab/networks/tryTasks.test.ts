import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TASKS } from './listTasks.ts';
import { readTask } from './tryTasks.ts';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const page = read('docs/operating.md');

/** The tasks that need a backup or another database. */
const TYPED_ELSEWHERE = {
  'To back up and restore the database': 'service/operator/databaseTasks.slow.test.ts',
  'To move to a new database': 'service/operator/databaseTasks.slow.test.ts',
};

test('tries each task of the page, or names the test that does', () => {
  const [, section = ''] = page.split('\n## Tasks\n');
  const [text = ''] = section.split(/\n## /);
  const headings = [...text.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
  const typed = TASKS.map(({ heading }) => heading);
  expect([...typed, ...Object.keys(TYPED_ELSEWHERE)].sort()).toEqual(headings.sort());
  for (const [heading, path] of Object.entries(TYPED_ELSEWHERE)) expect(read(path)).toContain(`'${heading}'`);
});

test.each(TASKS)('"$heading" has a command at each prepared index', ({ heading, before = {} }) => {
  const commands = readTask(page, heading);
  expect(commands.length).toBeGreaterThan(Math.max(0, ...Object.keys(before).map(Number)));
  for (const command of commands) expect(command).toMatch(/^(?:causeway|systemctl) /);
});
