import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describePackages, listThirdParties, packagesOf } from './thirdParty.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'causeway-licences-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function writePackage(name: string, manifest: object, files: Readonly<Record<string, string>> = {}): string {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  const all = { ...files, 'package.json': JSON.stringify({ name, version: '1.0.0', ...manifest }) };
  for (const [file, text] of Object.entries(all)) writeFileSync(join(folder, file), text);
  return folder;
}

test('finds the packages of modules, including nested and scoped ones', () => {
  const files = [
    '/r/src/a.ts',
    '/r/node_modules/a/b/c.js',
    '\0/r/node_modules/a/node_modules/@b/c/d.js?proxy',
    '\0virtual',
  ];
  expect(packagesOf(files)).toEqual(['/r/node_modules/a', '/r/node_modules/a/node_modules/@b/c']);
});

test("contains a package's licence and notice once", () => {
  const folder = writePackage('a', { license: 'Apache-2.0' }, { LICENSE: 'the licence', 'NOTICE.txt': 'the notice' });
  const text = describePackages([folder, folder]);
  expect(text.match(/a 1\.0\.0 \(Apache-2\.0\)\n\nthe licence\n\nthe notice\n/g)).toHaveLength(1);
});

test('writes the licence text of an MIT package that has none', () => {
  const text = describePackages([writePackage('a', { license: 'MIT', author: 'Ann' })]);
  expect(text).toMatch(
    /a 1\.0\.0 \(MIT\)\n\nCopyright \(c\) Ann\n\nPermission is hereby granted[\s\S]+THE SOFTWARE IS/,
  );
});

test('refuses a package without its licence text', () => {
  const folder = writePackage('a', { license: 'MPL-2.0' });
  expect(() => describePackages([folder])).toThrow('a has the licence MPL-2.0, but not its text');
});

test("the web app contains its font's licence", async () => {
  const entry: Plugin = {
    name: 'entry',
    resolveId: (id) => (id === 'entry' ? id : null),
    load: (id) => (id === 'entry' ? "import '@fontsource-variable/geist/wght.css';" : null),
  };
  const built = await build({
    ...{ root: fileURLToPath(new URL('../../', import.meta.url)), configFile: false, logLevel: 'error' },
    plugins: [entry, listThirdParties()],
    build: { write: false, rolldownOptions: { input: 'entry' } },
  });
  const outputs = 'output' in built ? built.output : [];
  const text = outputs.flatMap((file) => (file.fileName === 'THIRD-PARTY.txt' && 'source' in file ? file.source : []));
  expect(String(text)).toMatch(/@fontsource-variable\/geist .*\(OFL-1\.1\)[\s\S]+SIL OPEN FONT LICENSE/);
});
