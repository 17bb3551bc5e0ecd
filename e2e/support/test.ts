import { test as base } from '@playwright/test';
import type { PageProblems } from './pageProblems.ts';
import { watchProblems } from './pageProblems.ts';
import { readPublishedStack } from './publishedStack.ts';
import type { Funds, TestStack } from './testStack.ts';
import { createTestStack } from './testStack.ts';
import type { TestWallet } from './testWallet.ts';
import { createTestWallet } from './testWallet.ts';

type TestFixtures = {
  /** The account's initial balances; change them with `test.use({ funds })`. */
  readonly funds: Funds;
  /**
   * Whether the browser asks to save data, so that the app does not preload its other pages, which takes processor time. Tests
   * of what a page loads, and the main journey, turn this off.
   */
  readonly savesData: boolean;
  /** A wallet with a new account. No page has it before `wallet.install(page)`. */
  readonly wallet: TestWallet;
  /** The page's errors so far. */
  readonly problems: PageProblems;
};

type WorkerFixtures = { readonly stack: TestStack };

const FUNDS: Funds = {
  Northshore: { ETH: '100', USDC: '20000', USDT: '20000', WBTC: '5' },
  Southshore: { ETH: '100' },
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the required fixtures from this pattern
    async ({}, use) => {
      await use(createTestStack(readPublishedStack()));
    },
    { scope: 'worker' },
  ],
  funds: [FUNDS, { option: true }],
  savesData: [true, { option: true }],
  context: async ({ context, savesData }, use) => {
    if (savesData) await context.addInitScript(saveData);
    await use(context);
  },
  wallet: async ({ stack, funds }, use) => {
    await use(createTestWallet(stack, await stack.createAccount(funds)));
  },
  problems: async ({ page }, use) => {
    await use(watchProblems(page));
  },
  baseURL: async ({ stack }, use) => {
    await use(stack.webUrl);
  },
});

export const { expect } = test;

/** Runs in the page before the app. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}
