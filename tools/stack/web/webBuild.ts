import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Processes } from '../../lab/processes/processes.ts';
import { hashSources } from '../hashSources.mjs';
import { SetupError } from '../setup/setupError.mjs';
import { compressFiles } from './compressFiles.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = [
  'src',
  'shared',
  'client',
  'public',
  'index.html',
  'vite.config.ts',
  'tools/vite',
  'package-lock.json',
  'LICENSE',
  'tools/stack/hashSources.mjs',
  'tools/stack/web/webBuild.ts',
  'tools/stack/web/compressFiles.ts',
];
const HASH_FILE = '.sources';

/** The built web app's folder. */
export const WEB_DIR = join(ROOT, 'dist');

/** Whether `dist` was built from the current sources. */
export function isWebBuilt(): boolean {
  const hashFile = join(WEB_DIR, HASH_FILE);
  return existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hashSources(SOURCES);
}

/** Builds and compresses the web app in a temporary folder, then moves it to `dist`. */
export async function buildWeb(options: {
  readonly processes: Processes;
  readonly signal: AbortSignal;
  readonly logFile: string;
}): Promise<void> {
  if (!existsSync(join(ROOT, 'index.html')))
    throw new SetupError('index.html is missing, so the web app cannot be built. Restore it from git.');
  const unfinished = join(ROOT, 'node_modules', '.cache', 'causeway', `web-${process.pid}`);
  try {
    const hash = hashSources(SOURCES);
    await runVite(unfinished, options);
    await compressFiles(unfinished);
    writeFileSync(join(unfinished, HASH_FILE), hash);
    options.signal.throwIfAborted();
    rmSync(WEB_DIR, { recursive: true, force: true });
    renameSync(unfinished, WEB_DIR);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function runVite(
  outDir: string,
  { processes, signal, logFile }: { processes: Processes; signal: AbortSignal; logFile: string },
): Promise<void> {
  const { code, lastLines } = await processes.run(
    {
      title: 'the web app build',
      command: process.execPath,
      args: [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', outDir, '--emptyOutDir'],
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production' },
      logFile,
      stopSignal: 'SIGTERM',
    },
    signal,
  );
  signal.throwIfAborted();
  if (code !== 0) throw new SetupError(`The web app build failed (exit code ${code}). Last output:\n${lastLines}`);
}
