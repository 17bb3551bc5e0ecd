import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChromiumInstall } from './chromium.ts';
import { provideChromium } from './chromium.ts';

let folder: string;
let browser: string;
let broken: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-chromium-'));
  browser = writeProgram('browser', 'echo Chromium 1');
  broken = writeProgram('broken', 'exit 127');
});
afterAll(() => rmSync(folder, { recursive: true }));

function writeProgram(name: string, command: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${command}\n`);
  chmodSync(file, 0o755);
  return file;
}

function install(name: string, ...commands: ChromiumInstall['commands']): ChromiumInstall {
  return { title: name, file: join(folder, name), commands };
}

test('prefers the browser from CHROME', () => {
  expect(provideChromium({ chosen: browser, known: [], installs: [] })).toBe(browser);
});

test('fails if the browser from CHROME does not start, even if another would', () => {
  const find = () => provideChromium({ chosen: broken, known: [browser], installs: [] });
  expect(find).toThrow(`CHROME is "${broken}", but no browser starts from there.`);
});

test('takes the first installed browser that starts', () => {
  const copies = install('unneeded', ['cp', browser, join(folder, 'unneeded')]);
  expect(provideChromium({ chosen: '', known: [join(folder, 'none'), broken, browser], installs: [copies] })).toBe(
    browser,
  );
});

test('tries the next install if one fails or its browser does not start', () => {
  const installed = install('installed', ['false'], ['cp', browser, join(folder, 'installed')]);
  const installs = [
    install('failed', ['false']),
    install('missing', [join(folder, 'none')]),
    install('broken'),
    installed,
  ];
  expect(provideChromium({ chosen: '', known: [], installs })).toBe(installed.file);
});

test('fails and names every way if no install works', () => {
  const find = () =>
    provideChromium({ chosen: '', known: [], installs: [install('failed', ['false']), install('broken')] });
  expect(find).toThrow(/none from failed and broken starts.*set CHROME/);
});
