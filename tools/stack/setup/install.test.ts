import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findUnverified, isInstalled } from './install.mjs';
import { findNodeProblem } from './launch.mjs';
import { SetupError } from './setupError.mjs';

const LOCKED = {
  '': { name: 'causeway' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b-linux': { version: '2.0.0', integrity: 'sha512-b', optional: true },
};
const INSTALLED = { 'node_modules/a': LOCKED['node_modules/a'] };

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'causeway-install-'));
  write('package-lock.json', LOCKED);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, packages: unknown): void {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify({ packages }));
}

test("counts as not installed without npm's record of the install", () => {
  expect(isInstalled(root)).toBe(false);
});

test.each([
  ['every required package', INSTALLED, true],
  [
    "another platform's package as well",
    { ...INSTALLED, 'node_modules/b-linux': LOCKED['node_modules/b-linux'] },
    true,
  ],
  ['another version', { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }, false],
  ['other content', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } }, false],
  ['a missing package', {}, false],
  ['an extra package', { ...INSTALLED, 'node_modules/c': { version: '1.0.0', integrity: 'sha512-c' } }, false],
])('%s (%o) counts as installed: %s', (_case, packages, expected) => {
  write('node_modules/.package-lock.json', packages);
  expect(isInstalled(root)).toBe(expected);
});

test('refuses a copy without a lock file', () => {
  rmSync(join(root, 'package-lock.json'));
  expect(() => isInstalled(root)).toThrow(SetupError);
});

test('finds every package that the lock file does not verify', () => {
  const packages = { ...LOCKED, 'node_modules/c': { version: '1.0.0' }, 'node_modules/d': { link: true } };
  expect(findUnverified(packages)).toEqual(['node_modules/c']);
});

test('the lock file verifies every package', () => {
  const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'));
  expect(findUnverified(lock.packages)).toEqual([]);
});

test.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.0.0', true],
  ['20.18.9', false],
  ['18.20.4', false],
])('accepts Node %s: %s', (version, isEnough) => {
  expect(findNodeProblem(version) === null).toBe(isEnough);
});
