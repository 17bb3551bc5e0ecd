import { defineConfig } from '@playwright/test';
import { createSteps } from './stack/setup/steps.mjs';
import { provideChromium } from './stack/tests/chromium.ts';

// Workers read this file again; they inherit what the first process found.
process.env.CAUSEWAY_CHROMIUM ??= await provideChromium(createSteps(), new AbortController().signal);

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/globalSetup.ts',
  fullyParallel: true,
  // Most of a test is waiting for blocks.
  workers: 3,
  retries: 0,
  // Hundreds of lies in one page, on two busy cores: a test that hangs is found soon enough.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: process.env.CAUSEWAY_CHROMIUM },
    locale: 'en-US',
    // The actions alone: pictures of every step would cost a quarter of the time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
});
