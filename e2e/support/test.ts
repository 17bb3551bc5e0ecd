import { test as base } from '@playwright/test';
import type { PageProblems } from './pageProblems.ts';
import { watchProblems } from './pageProblems.ts';
import { readStackFacts } from './stackFacts.ts';
import type { Funds, TestStack } from './testStack.ts';
import { createTestStack } from './testStack.ts';
import type { TestWallet } from './testWallet.ts';
import { createTestWallet } from './testWallet.ts';

type TestFixtures = {
  /** What the wallet's account owns at the start; change it with `test.use({ funds })`. */
  readonly funds: Funds;
  /** A wallet with an account of this test's own. It is in no page until `wallet.install(page)`. */
  readonly wallet: TestWallet;
  /** What the page complained about so far. */
  readonly problems: PageProblems;
};

type WorkerFixtures = { readonly stack: TestStack };

const FUNDS: Funds = {
  Northshore: { ETH: '100', USDC: '20000', USDT: '20000', WBTC: '5' },
  Southshore: { ETH: '100' },
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      await use(createTestStack(readStackFacts()));
    },
    { scope: 'worker' },
  ],
  funds: [FUNDS, { option: true }],
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
