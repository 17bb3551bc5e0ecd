import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const MODES = ['main', 'all', 'none'] as const;

/**
 * `main` compares the main screens with the pictures in e2e/pictures. `all` writes every screen to test-results/screens, and
 * the pictures of the README.
 */
type PictureMode = (typeof MODES)[number];

const VARIABLE = 'CAUSEWAY_PICTURES';
/** The browser that took the pictures. Another version, or its headless shell, renders text differently. */
const BROWSER_FILE = new URL('../pictures/browser.txt', import.meta.url);

export function pictureMode(): PictureMode {
  return MODES.find((mode) => mode === process.env[VARIABLE]) ?? 'none';
}

type Run = { readonly browser: string; readonly isUpdate: boolean };

/** Decides before the first test, and the workers inherit the decision. @returns a line for the output */
export function choosePictureMode({ browser, isUpdate }: Run): string {
  const version = `${basename(browser)} ${versionOf(execFileSync(browser, ['--version'], { encoding: 'utf8' }))}`;
  if (isUpdate && pictureMode() === 'main') {
    mkdirSync(new URL('./', BROWSER_FILE), { recursive: true });
    writeFileSync(BROWSER_FILE, `${version}\n`);
  }
  const taken = readFileSync(BROWSER_FILE, 'utf8').trim();
  if (process.env[VARIABLE] === undefined) process.env[VARIABLE] = taken === version ? 'main' : 'none';
  switch (pictureMode()) {
    case 'main':
      return `Comparing the main screens with the pictures in e2e/pictures (${taken}).`;
    case 'all':
      return 'Writing a picture of every screen to test-results/screens.';
    case 'none':
      return `Skipping the comparison of screens: ${taken} took the pictures, and this is ${version}.`;
  }
}

function versionOf(output: string): string {
  const version = /\d+(?:\.\d+){3}/.exec(output)?.[0];
  if (version === undefined) throw new Error(`The browser does not report its version: ${output}`);
  return version;
}
