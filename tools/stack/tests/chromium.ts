import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { chromium } from '@playwright/test';
import { SetupError } from '../setup/setupError.mjs';

export type ChromiumInstall = {
  readonly title: string;
  readonly commands: readonly (readonly [command: string, ...args: string[]])[];
  /** The browser that the commands install. */
  readonly file: string;
};

// Playwright only gives the path of the full browser. The headless shell of the same build is beside it.
const PLAYWRIGHT_SHELL = chromium
  .executablePath()
  .replace(/chromium-(\d+)/, 'chromium_headless_shell-$1')
  .replace(/chrome-([\w-]+)([\\/])chrome(\.exe)?$/, 'chrome-headless-shell-$1$2chrome-headless-shell$3');
const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell';
// The headless shell has the same engine and needs 40 % less processor time, because it draws no window.
const KNOWN = [
  DEBIAN_SHELL,
  PLAYWRIGHT_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const PLAYWRIGHT = createRequire(import.meta.url).resolve('@playwright/test/cli');
const APT = ['apt-get', '-o', 'DPkg::Lock::Timeout=120'] as const;
const INSTALLS: readonly ChromiumInstall[] = [
  {
    title: "Playwright's download",
    commands: [[process.execPath, PLAYWRIGHT, 'install', 'chromium', '--only-shell']],
    file: PLAYWRIGHT_SHELL,
  },
  {
    // This brings the libraries that the browser needs, unlike Playwright's download.
    title: "Debian's package",
    // Even if the update fails, the package lists may be usable.
    commands: [
      [...APT, 'update'],
      [...APT, 'install', '--yes', '--no-install-recommends', 'chromium-headless-shell'],
    ],
    file: DEBIAN_SHELL,
  },
];
const INSTALL_TIMEOUT_MS = 600_000;
const VERSION_TIMEOUT_MS = 20_000;

/**
 * Finds a Chromium for the end-to-end tests: the one in CHROME, or an installed one. Installs one if neither works.
 * @throws SetupError if no way works
 */
export function provideChromium({ chosen = process.env.CHROME, known = KNOWN, installs = INSTALLS } = {}): string {
  if (chosen) {
    if (isBrowser(chosen)) return chosen;
    throw new SetupError(
      `CHROME is "${chosen}", but no browser starts from there. Set CHROME to the file of a Chromium or Chrome.`,
    );
  }
  const found = known.find(isBrowser);
  if (found !== undefined) return found;
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', DEBIAN_FRONTEND: 'noninteractive' };
  for (const { title, commands, file } of installs) {
    process.stderr.write(`Installing Chromium: ${title}\n`);
    for (const [command, ...args] of commands) {
      spawnSync(command, args, { env, timeout: INSTALL_TIMEOUT_MS, stdio: ['ignore', process.stderr, 'inherit'] });
    }
    if (isBrowser(file)) return file;
  }
  const titles = installs.map(({ title }) => title).join(' and ');
  throw new SetupError(
    `The end-to-end tests need Chromium, but none from ${titles} starts. The reasons are above. Install Chromium or Chrome, or set CHROME to its file.`,
  );
}

function isBrowser(file: string): boolean {
  try {
    return /chrom/i.test(
      execFileSync(file, ['--version'], { encoding: 'utf8', timeout: VERSION_TIMEOUT_MS, stdio: 'pipe' }),
    );
  } catch {
    return false;
  }
}
