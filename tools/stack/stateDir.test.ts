import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkFolder } from '../lab/service/workFolder.ts';
import { forget, openStateDir } from './stateDir.ts';

test("deletes the database and the signer's files together, and nothing else", async () => {
  const folder = await createWorkFolder();
  const dir = openStateDir(folder.path);
  // If the signer remembered payments on the old chains, the service would halt on the new ones.
  const written = [dir.data, join(folder.path, 'signer')];
  for (const path of written) mkdirSync(path);
  const other = join(folder.path, 'notes.txt');
  writeFileSync(other, '');
  forget(dir);
  expect(written.filter((path) => existsSync(path))).toEqual([]);
  expect(existsSync(other)).toBe(true);
  await folder.remove();
});
