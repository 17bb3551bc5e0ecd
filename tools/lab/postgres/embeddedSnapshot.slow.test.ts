import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listDescendants, waitUntilGone } from '../processes/processTree.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import { createWorkFolder } from '../service/workFolder.ts';
import { readSnapshot } from './embeddedSnapshot.ts';

const MODULE = new URL('./embeddedSnapshot.ts', import.meta.url).href;
// Long enough for a busy machine.
const TIMEOUT_MS = 120_000;

/** Starts a program that copies the snapshot with the given tar instead of the machine's. */
async function copyWith(tar: string) {
  await readSnapshot();
  const folder = await createWorkFolder();
  await chmod(await folder.write('tar', `#!${process.execPath}\n${tar}\n`), 0o700);
  const source = `import { copySnapshot } from ${JSON.stringify(MODULE)}; await copySnapshot(process.argv[1]);`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', source, join(folder.path, 'database')];
  const env = { ...process.env, PATH: `${folder.path}:${process.env.PATH}` };
  const program = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  program.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = once(program, 'close');
  onTestFinished(async () => {
    program.kill('SIGKILL');
    await ended;
    await folder.remove();
  });
  return { program, ended, errors: () => errors };
}

test('a copy ends with the program that started it, even after SIGKILL', { timeout: TIMEOUT_MS }, async () => {
  const { program, ended } = await copyWith('setInterval(() => {}, 1000);');
  const children = await waitUntil(
    async () => {
      const found = await listDescendants(Number(program.pid));
      return found.some(({ command }) => command.includes('-xf')) && found;
    },
    { timeoutMs: TIMEOUT_MS / 2, what: 'a copy' },
  );
  program.kill('SIGKILL');
  await ended;
  await waitUntilGone(children);
});

test('a failed copy says why', { timeout: TIMEOUT_MS }, async () => {
  const { ended, errors } = await copyWith('console.error("no space left"); process.exit(2);');
  expect(await ended).toEqual([1, null]);
  expect(errors()).toContain('no space left');
});
