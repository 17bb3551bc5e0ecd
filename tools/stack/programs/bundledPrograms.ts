import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programsIn } from '../../lab/service/bundle.ts';
import type { Programs } from '../../lab/service/programs.ts';
import { SOURCES } from '../../lab/service/programs.ts';
import { SetupError } from '../setup/setupError.mjs';
import type { StateDir } from '../stateDir.ts';
import type { WebTools } from '../web/webServer.ts';
import { BUNDLES, PREFIX, placeBundle } from './bundleFolder.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
// By then, a running stack has loaded its programs.
const KEPT_MS = 86_400_000;

/** The service's programs as bundles, which are built if the sources have changed. A bundle starts in a fifth of the time. */
export async function provideBundle(dir: StateDir, tools: WebTools): Promise<Programs> {
  const folder = placeBundle();
  if (!existsSync(folder)) {
    await tools.steps.run('Bundling the transfer service', () => build(folder, { ...tools, logs: dir.logs }));
  }
  return programsIn(folder, SOURCES);
}

async function build(
  folder: string,
  { processes, signal, logs }: Omit<WebTools, 'steps'> & { readonly logs: string },
): Promise<void> {
  const unfinished = `${folder}.${randomUUID()}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    const { code, lastLines } = await processes.run(
      {
        title: 'the bundle of the transfer service',
        command: process.execPath,
        args: ['--import', 'tsx', fileURLToPath(new URL('./bundleMain.ts', import.meta.url)), unfinished],
        cwd: ROOT,
        logFile: join(logs, 'bundle.log'),
        stopSignal: 'SIGTERM',
      },
      signal,
    );
    signal.throwIfAborted();
    if (code !== 0) {
      throw new SetupError(`The transfer service could not be bundled (exit code ${code}). Last output:\n${lastLines}`);
    }
    publish(unfinished, folder);
    removeOldBundles(folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function publish(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another stack may have built the same bundle in the meantime.
    if (!existsSync(folder)) throw error;
  }
}

function removeOldBundles(current: string): void {
  for (const name of readdirSync(BUNDLES).filter((file) => file.startsWith(PREFIX))) {
    const folder = join(BUNDLES, name);
    if (folder === current || Date.now() - statSync(folder).mtimeMs < KEPT_MS) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}
