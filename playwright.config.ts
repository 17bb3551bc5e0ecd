import { defineConfig, devices } from '@playwright/test';
import { provideChromium } from './tools/stack/tests/chromium.ts';

// Workers read this file again and inherit the path that the first process found.
process.env.CAUSEWAY_CHROMIUM ??= provideChromium();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/globalSetup.ts',
  fullyParallel: true,
  // Tests mostly wait for blocks.
  workers: 3,
  retries: 0,
  // A busy machine must not fail a test: other programs may take most of the cores.
  timeout: 240_000,
  // Browsers of other versions and systems draw the edges of letters in other ways.
  expect: { timeout: 45_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01, caret: 'initial' } },
  snapshotPathTemplate: 'e2e/pictures/{projectName}/{arg}{ext}',
  forbidOnly: process.env.CI !== undefined,
  projects: [
    { name: 'desktop' },
    // The tests where layout or touch matters.
    { name: 'phone', grep: /@phone/, use: { ...devices['Pixel 7'], browserName: 'chromium' } },
  ],
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: process.env.CAUSEWAY_CHROMIUM },
    locale: 'en-US',
    // An action that waits longer will not happen. Its error says what it waited for, which the timeout of a test does not.
    actionTimeout: 90_000,
    // Frames of movement take a third of the processor time. The tests of the main path have them.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a tenth of the processor time. `--trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
