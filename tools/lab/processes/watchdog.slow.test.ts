import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listDescendants, waitUntilGone } from './processTree.ts';
import { waitUntil } from './waitUntil.ts';

const WATCHDOG = fileURLToPath(new URL('./watchdog.mjs', import.meta.url));
const IDLE = 'setInterval(() => {}, 1000)';

test('stops a child whose program was killed before it could report the start', async () => {
  const watchdog = spawn(process.execPath, [WATCHDOG, 'mark-of-the-test'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = once(watchdog, 'exit');
  const source = `
    const { spawn } = require('node:child_process');
    const env = { ...process.env, CAUSEWAY_OWNER: 'mark-of-the-test' };
    spawn(process.execPath, ['-e', ${JSON.stringify(IDLE)}], { env, detached: true, stdio: 'ignore' });
    ${IDLE};
  `;
  const program = spawn(process.execPath, ['-e', source], { stdio: 'ignore' });
  const children = await waitUntil(async () => {
    const found = await listDescendants(Number(program.pid));
    return found.length > 0 && found;
  });
  program.kill('SIGKILL');
  watchdog.stdin.end();
  await waitUntilGone(children);
  expect(await ended).toEqual([0, null]);
});
