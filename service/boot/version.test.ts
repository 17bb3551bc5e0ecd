import { afterEach, expect, test, vi } from 'vitest';
import { formatVersion, readSourceVersion } from './version.ts';

afterEach(() => vi.unstubAllEnvs());

test('a build without a git folder takes its commit from CAUSEWAY_COMMIT', () => {
  vi.stubEnv('CAUSEWAY_COMMIT', '0123456789ab');
  const version = readSourceVersion();
  expect(version).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: '0123456789ab' });
  expect(formatVersion(version)).toBe(`causeway ${version.version} (0123456789ab)`);
});

test('a checkout with git has the commit of its sources, and one without it has none', () => {
  vi.stubEnv('CAUSEWAY_COMMIT', '');
  expect(readSourceVersion().commit).toMatch(/^[0-9a-f]{12}(?:-dirty)?$/);
  vi.stubEnv('PATH', '');
  expect(readSourceVersion().commit).toBe('unknown');
});
