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
  /** Whether a file is there and is a browser that runs. */
  readonly runs: (file: string) => Promise<boolean>;
  /** The ways to get one, in the order in which they are tried. */
  readonly installs: readonly ChromiumInstall[];
};

export type ChromiumInstall = {
  readonly title: string;
  /** @returns the browser's file, or why there is none */
  readonly install: (note: (detail: string) => void) => Promise<{ file: string } | { problem: string }>;
};

const APT = '/usr/bin/apt-get';
const DEBIAN_CHROMIUM = '/usr/bin/chromium';
const SILENCE_MS = 60_000;
const VERSION_TIMEOUT_MS = 20_000;

// The whole browser before the one without windows, which is the same engine with less around it.
const CANDIDATES = [
  DEBIAN_CHROMIUM,
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/usr/bin/chromium-headless-shell',
];

const execFileAsync = promisify(execFile);

/**
 * A Chromium for the end-to-end tests: the one that CHROME names, one that is installed, or one that is installed now.
 * @throws SetupError when none can be had
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

/** @throws SetupError when none can be had */
export async function chooseChromium(
  { chosen, candidates, runs, installs }: ChromiumSearch,
  steps: Steps,
): Promise<string> {
  if (chosen !== undefined && chosen !== '') {
    if (await runs(chosen)) return chosen;
    throw new SetupError(`CHROME is "${chosen}", which is not a browser that runs here.`);
  }
  for (const candidate of candidates) if (await runs(candidate)) return candidate;

  const problems: string[] = [];
  for (const { title, install } of installs) {
    const result = await steps.run(title, install);
    if ('file' in result && (await runs(result.file))) return result.file;
    problems.push(`${title}: ${'file' in result ? `${result.file} does not run here` : result.problem}`);
  }
  throw new SetupError(
    `The end-to-end tests need Chromium, and none could be had.\n${problems.join('\n')}\nInstall Chromium or Chrome, or set CHROME to the file of one.`,
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
  return isRootOnDebian ? [playwright, debian] : [playwright];
}

function findPlaywrightBrowsers(): string[] {
  const whole = chromium.executablePath();
  return [whole, toHeadlessShell(whole)];
}

// Playwright names only the whole browser's place; the headless shell of the same build is beside it.
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
  if (isGivenUp) return { problem: `nothing arrived for ${SILENCE_MS / 1000} s` };
  return { problem: /Error: .*/.exec(output)?.[0] ?? 'the download failed' };
}

async function installFromDebian(note: (detail: string) => void, signal: AbortSignal) {
  const options = { command: APT, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, signal, onLine: note };
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  // Old lists may still name what is there; what counts is whether the install succeeds.
  await runCommand({ ...options, args: [...wait, 'update'] });
  const args = [...wait, 'install', '--yes', '--no-install-recommends', 'chromium'];
  const { code, output } = await runCommand({ ...options, args });
  return code === 0 ? { file: DEBIAN_CHROMIUM } : { problem: output.split('\n').slice(-3).join(' ') };
}
