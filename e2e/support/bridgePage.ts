import type { FrameLocator, Page } from '@playwright/test';
import type { Address, Hash, Hex } from 'viem';
import type { ChainName } from '../../tools/lab/chains/chainsAndTokens.ts';
import { depositCall } from '../../tools/lab/chains/depositCall.ts';
import { expect } from './test.ts';
import type { TestStack } from './testStack.ts';
import type { TestWallet } from './testWallet.ts';

export type Route = { readonly from: ChainName; readonly to: ChainName; readonly token: string };

export const NORTH_TO_SOUTH = { from: 'Northshore', to: 'Southshore' } as const;
export const USDC: Route = { ...NORTH_TO_SOUTH, token: 'USDC' };
export const ETH: Route = { ...NORTH_TO_SOUTH, token: 'ETH' };

/** Opens the form on a route and connects the test wallet. */
export async function openForm(page: Page, wallet: TestWallet, route: Route): Promise<void> {
  await wallet.install(page);
  await visitForm(page, route);
  await connect(page);
}

export async function visitForm(page: Page, { from, to, token }: Route): Promise<void> {
  await page.goto(`/?from=${from}&to=${to}&token=${token}`);
  await expect(page.getByRole('button', { name: `Token: ${token}` })).toBeVisible();
}

export async function connect(page: Page | FrameLocator, name = 'Test Wallet'): Promise<void> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
  // While it is open, the form gets no keys, so `fill` would lose its text.
  await expect(page.getByRole('dialog')).toBeHidden();
}

export function amountField(page: Page) {
  return page.getByLabel('Amount to send');
}

/** Types an amount, reviews it and confirms, so that the wallet gets its first request. */
export async function send(page: Page, amountText: string): Promise<void> {
  await amountField(page).fill(amountText);
  await reviewAndConfirm(page);
}

/** Like `send`, for an amount that arrives exactly. */
export async function deliver(page: Page, amountText: string): Promise<void> {
  await page.getByLabel('You receive').fill(amountText);
  await reviewAndConfirm(page);
}

export async function reviewAndConfirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review transfer' }).click();
  await page.getByRole('button', { name: 'Confirm in wallet' }).click();
}

type ExpectedDeposit = { readonly route: Route; readonly recipient: Address; readonly amount: bigint };

export function depositData(stack: TestStack, { route, recipient, amount }: ExpectedDeposit): Hex {
  const token = stack.token(route.from, route.token).address;
  const maker = stack.chain(route.from).deployment.vault;
  return depositCall({ target: recipient, token, maker, amount, destination: stack.chain(route.to).id }).data;
}

/** Reads the amount from the calldata of a deposit. */
export function depositedAmount(data: Hex): bigint {
  // Selector, then six words of head: target's offset, token, maker, amount.
  return BigInt(`0x${data.slice(2 + 8 + 64 * 3, 2 + 8 + 64 * 4)}`);
}

/** The hashes on the transfer page, in the order of the steps. */
export async function shownHashes(page: Page): Promise<readonly Hash[]> {
  const titles = await page
    .locator('main [title^="0x"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''));
  return titles.filter((title): title is Hash => /^0x[0-9a-f]{64}$/.test(title));
}
