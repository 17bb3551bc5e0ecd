import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { PrivateFileRefused, readPrivateFile } from './privateFiles.ts';

const dir = mkdtempSync(join(tmpdir(), 'causeway-private-'));
const credentials = join(dir, 'credentials');
mkdirSync(credentials);

function write(folder: string, mode: number): string {
  const path = join(folder, `secret-${mode.toString(8)}`);
  writeFileSync(path, 'secret');
  chmodSync(path, mode);
  return path;
}

afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(dir, { recursive: true }));

describe('a file with a secret', () => {
  test.each([0o600, 0o400])('is read with mode %o', async (mode) => {
    expect(await readPrivateFile(write(dir, mode))).toBe('secret');
  });

  test.each([0o440, 0o640, 0o604])('is refused with mode %o', async (mode) => {
    await expect(readPrivateFile(write(dir, mode))).rejects.toThrow(PrivateFileRefused);
  });

  test('is read with mode 0440 where systemd has placed it', async () => {
    vi.stubEnv('CREDENTIALS_DIRECTORY', credentials);
    expect(await readPrivateFile(write(credentials, 0o440))).toBe('secret');
  });

  test('is refused with mode 0440 elsewhere, also when systemd has placed other files', async () => {
    vi.stubEnv('CREDENTIALS_DIRECTORY', credentials);
    await expect(readPrivateFile(write(dir, 0o440))).rejects.toThrow(PrivateFileRefused);
    await expect(readPrivateFile(join(credentials, '..', 'secret-440'))).rejects.toThrow(PrivateFileRefused);
  });

  test.each([0o444, 0o460, 0o640 | 0o020])('is refused with mode %o where systemd has placed it', async (mode) => {
    vi.stubEnv('CREDENTIALS_DIRECTORY', credentials);
    await expect(readPrivateFile(write(credentials, mode))).rejects.toThrow(PrivateFileRefused);
  });
});
