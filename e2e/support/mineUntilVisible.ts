import type { Locator } from '@playwright/test';
import { createTestClient, http } from 'viem';
import { expect } from './test.ts';
import type { TestStack } from './testStack.ts';

/** Mines on Northshore until the app accepts what needs confirmations. An idle chain rarely mines. */
export async function mineUntilVisible(stack: TestStack, shown: Locator): Promise<void> {
  const client = createTestClient({ mode: 'anvil', transport: http(stack.chain('Northshore').rpcUrl) });
  await expect(async () => {
    await client.mine({ blocks: 1 });
    await expect(shown).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 60_000, intervals: [0] });
}
