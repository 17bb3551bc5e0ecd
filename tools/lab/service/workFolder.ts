import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type WorkFolder = {
  readonly path: string;
  /** Writes a file, by default readable for its owner only. */
  write(name: string, text: string, mode?: number): Promise<string>;
  remove(): Promise<void>;
};

/** @param parent by default the system's temporary folder */
export async function createWorkFolder(parent: string = tmpdir()): Promise<WorkFolder> {
  const path = await mkdtemp(join(parent, 'causeway-'));
  return {
    path,
    write: async (name, text, mode = 0o600) => {
      await writeFile(join(path, name), text, { mode });
      return join(path, name);
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
