import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const LOGS = new URL('../../../test-results/drills/', import.meta.url);

/** Creates an empty folder for process logs. It stays after the run. @returns its path */
export async function createLogFolder(name: string): Promise<string> {
  const folder = fileURLToPath(new URL(name, LOGS));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}
