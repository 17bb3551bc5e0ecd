import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { runCommand } from '../setup/runCommand.mjs';
import { SetupError } from '../setup/setupError.mjs';
import type { Steps } from '../setup/steps.mjs';

export type ChromiumSearch = {
  /** The value of the environment variable CHROME. */
  readonly chosen: string | undefined;
  readonly candidates: readonly string[];
  /** Whether a file is a browser that starts here. */
  readonly runs: (file: string) => Promise<boolean>;
  /** The ways to install one, tried in this order. */
  readonly installs: readonly ChromiumInstall[];
};

export type ChromiumInstall = {
  readonly title: string;
  /** @returns the browser's file, or the reason for the failure */
  readonly install: (note: (detail: string) => void) => Promise<{ file: string } | { problem: string }>;
};

const APT = '/usr/bin/apt-get';
const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell';
const SILENCE_MS = 60_000;
const VERSION_TIMEOUT_MS = 20_000;

// The headless shell has the engine of the full browser and needs 40 % less processor time, because it draws no window.
const CANDIDATES = [
  DEBIAN_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const execFileAsync = promisify(execFile);

/**
 * Finds a Chromium for the end-to-end tests: from CHROME, then an installed one. Installs one if neither works.
 * @throws SetupError if no way works
 */
export async function provideChromium(steps: Steps, signal: AbortSignal): Promise<string> {
  const search: ChromiumSearch = {
    chosen: process.env.CHROME,
    candidates: [...CANDIDATES, ...findPlaywrightBrowsers()],
    runs,
    installs: listInstalls(signal),
  };
  return chooseChromium(search, steps);
}

/** @throws SetupError if no browser starts */
export async function chooseChromium(
  { chosen, candidates, runs, installs }: ChromiumSearch,
  steps: Steps,
): Promise<string> {
  if (chosen !== undefined && chosen !== '') {
    if (await runs(chosen)) return chosen;
    throw new SetupError(
      `CHROME is "${chosen}", but no browser starts from there. Set CHROME to the file of a Chromium or Chrome.`,
    );
  }
  for (const candidate of candidates) if (await runs(candidate)) return candidate;

  const problems: string[] = [];
  for (const { title, install } of installs) {
    const result = await steps.run(title, install);
    if ('file' in result && (await runs(result.file))) return result.file;
    problems.push(`${title}: ${'file' in result ? `${result.file} does not start` : result.problem}`);
  }
  throw new SetupError(
    `The end-to-end tests need Chromium, but none could be installed:\n${problems.join('\n')}\nInstall Chromium or Chrome, or set CHROME to its file.`,
  );
}

async function runs(file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  try {
    const { stdout } = await execFileAsync(file, ['--version'], { timeout: VERSION_TIMEOUT_MS });
    return /chrom/i.test(stdout);
  } catch {
    return false;
  }
}

function listInstalls(signal: AbortSignal): ChromiumInstall[] {
  const playwright = {
    title: "Downloading Playwright's Chromium",
    install: (note: (detail: string) => void) => installFromPlaywright(note, signal),
  };
  const debian = {
    title: "Installing Debian's Chromium",
    install: (note: (detail: string) => void) => installFromDebian(note, signal),
  };
  const isRootOnDebian = process.getuid?.() === 0 && existsSync(APT);
  // Debian's package brings the libraries that the browser needs. Playwright's download does not.
  return isRootOnDebian ? [debian, playwright] : [playwright];
}

function findPlaywrightBrowsers(): string[] {
  const full = chromium.executablePath();
  return [toHeadlessShell(full), full];
}

// Playwright names only the path of the full browser. The headless shell of the same build is beside it.
function toHeadlessShell(file: string): string {
  return file
    .replace(/chromium-(\d+)/, 'chromium_headless_shell-$1')
    .replace(/chrome-([\w-]+)([\\/])chrome(\.exe)?$/, 'chrome-headless-shell-$1$2chrome-headless-shell$3');
}

async function installFromPlaywright(note: (detail: string) => void, signal: AbortSignal) {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const { code, output, isGivenUp } = await runCommand({
    command: process.execPath,
    args: [cli, 'install', 'chromium', '--only-shell'],
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
    signal,
    silenceMs: SILENCE_MS,
    onLine: note,
  });
  const files = findPlaywrightBrowsers().filter((file) => existsSync(file));
  if (code === 0 && files[0] !== undefined) return { file: files[0] };
  if (isGivenUp) return { problem: `no output for ${SILENCE_MS / 1000} s` };
  return { problem: /Error: .*/.exec(output)?.[0] ?? 'the download failed' };
}

async function installFromDebian(note: (detail: string) => void, signal: AbortSignal) {
  const options = { command: APT, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, signal, onLine: note };
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  // A failed update may still leave usable package lists, so only the install's result counts.
  await runCommand({ ...options, args: [...wait, 'update'] });
  const args = [...wait, 'install', '--yes', '--no-install-recommends', 'chromium-headless-shell'];
  const { code, output } = await runCommand({ ...options, args });
  return code === 0 ? { file: DEBIAN_SHELL } : { problem: output.split('\n').slice(-3).join(' ') };
}
