import type { Page, Route } from '@playwright/test';

/** Takes one picture of the page as it is. */
export type Shoot = (name: string) => Promise<unknown>;

const UNKNOWN_HASH = `0x${'ab'.repeat(32)}`;
const REFUSED_HASH = `0x${'cd'.repeat(32)}`;
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const DELIVERY_TIMEOUT_MS = 60_000;

/** The names of the controls that the walk uses. The end-to-end tests use the same. */
const amountField = (page: Page) => page.getByLabel('Amount to send');
const reviewButton = (page: Page) => page.getByRole('button', { name: 'Review transfer' });
const confirmButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Confirm in wallet' });
const accountButton = (page: Page) => page.getByRole('banner').getByRole('button').last();
const closeDialog = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
const transferTitle = (page: Page) => page.locator('#transferTitle');

/** Visits every screen of a new browser profile, the failures included. */
export async function walk(page: Page, shoot: Shoot): Promise<void> {
  await shootForm(page, shoot);
  await shootDialogs(page, shoot);
  await shootRejection(page, shoot);
  await shootTransfer(page, shoot);
  await shootReceipts(page, shoot);
  await shootFailures(page, shoot);
}

async function shootForm(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/activity');
  await page.locator('main h1').waitFor();
  await shoot('activity-empty');
  await page.goto('/?token=USDC');
  await amountField(page).waitFor();
  await shoot('form-empty');
  await amountField(page).fill('1e3');
  await page.getByRole('alert').waitFor();
  await shoot('form-problem');
  await amountField(page).fill('250.5');
  await page
    .getByText(/^Recipient gets [1-9]/)
    .first()
    .waitFor();
  await shoot('form-quote');
}

async function shootDialogs(page: Page, shoot: Shoot): Promise<void> {
  await accountButton(page).click();
  const demoWallet = page.getByRole('dialog').getByRole('button', { name: /demo wallet/i });
  await demoWallet.waitFor();
  await shoot('wallets');
  await demoWallet.click();
  await reviewButton(page).waitFor();
  await shoot('form-ready');
  await accountButton(page).click();
  await page.getByRole('dialog').waitFor();
  await shoot('account');
  await closeDialog(page);
  await page.getByRole('button', { name: /^Token:/ }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('tokens');
  await closeDialog(page);
  await page.locator('button[aria-label="Change recipient"]').click();
  const recipient = page.getByPlaceholder('0x…');
  await shoot('recipient-empty');
  await recipient.fill('0x1234');
  await page.getByRole('alert').waitFor();
  await shoot('recipient-problem');
  await recipient.fill(RECIPIENT);
  await reviewButton(page).waitFor();
  await shoot('recipient-ready');
}

async function confirm(page: Page): Promise<void> {
  await reviewButton(page).click();
  await confirmButton(page).click();
  await transferTitle(page).waitFor();
}

/** A rejection by the wallet: the demo wallet signs through the chain's RPC endpoint. */
async function shootRejection(page: Page, shoot: Shoot): Promise<void> {
  const reject = async (route: Route) => {
    const body: unknown = route.request().postDataJSON();
    const id = sendRequestId(body);
    if (id === null) return route.fallback();
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { jsonrpc: '2.0', id, error: { code: 4001, message: 'User rejected the request.' } },
    });
  };
  await reviewButton(page).click();
  await confirmButton(page).waitFor();
  await page.locator('dialog footer button:enabled').last().waitFor();
  await shoot('review');
  await page.route('**', reject);
  await confirmButton(page).click();
  await page.locator('main [class*=notice]').first().waitFor();
  await shoot('transfer-rejected');
  await page.unroute('**', reject);
}

function sendRequestId(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('method' in body) || !('id' in body)) return null;
  return body.method === 'eth_sendTransaction' ? body.id : null;
}

async function shootTransfer(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/?token=USDC');
  await amountField(page).fill('250.5');
  const confirming = answerReceipt(908, { step: 'confirming', confirmations: 3, confirmations_needed: 12 });
  await confirm(page);
  await page.locator('main a[href^="/receipts/"]').first().waitFor();
  await shoot('transfer-open');
  await page.route('**/get_receipt', confirming);
  await page.locator('main progress').waitFor();
  await shoot('transfer-confirming');
  await page.unroute('**/get_receipt', confirming);
  await transferTitle(page)
    .filter({ hasText: /^Delivered$/ })
    .waitFor({ timeout: DELIVERY_TIMEOUT_MS });
  await shoot('transfer-delivered');
  await page.locator('main a[href^="/receipts/"]').first().click();
  await page.getByLabel('You receive').filter({ hasText: /[1-9]/ }).waitFor();
  await shoot('receipt');
  await page.locator('nav a[href="/activity"]').click();
  await shoot('activity');
}

function answerReceipt(code: number, details: object): (route: Route) => Promise<void> {
  return (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { data: null, status: { code, message: 'A sentence that the app does not read.', details } },
    });
}

async function shootReceipts(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/receipts');
  const field = page.getByPlaceholder('0x…');
  await field.waitFor();
  await shoot('receipt-search');
  await field.fill('0x12');
  await page.locator('main button[type=submit]').click();
  await page.getByRole('alert').waitFor();
  await shoot('receipt-search-problem');
  await page.goto(`/receipts/${UNKNOWN_HASH}`);
  await page.locator('main [class*=notice]').first().waitFor();
  await shoot('receipt-not-found');
}

async function shootFailures(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/no-such-page');
  await page.locator('main h1').waitFor();
  await shoot('page-not-found');
  const paused = answerReceipt(908, { step: 'paused', reason: 'paused' });
  await page.route('**/get_receipt', paused);
  await page.goto(`/receipts/${REFUSED_HASH}`);
  await page.locator('main [class*=notice]').first().waitFor();
  await shoot('receipt-paused');
  await page.unroute('**/get_receipt', paused);
  await page.route('**/get_receipt', answerReceipt(909, { step: 'refunding', reason: 'amount_out_of_range' }));
  await page.goto(`/receipts/${REFUSED_HASH}`);
  await page.locator('main [class*=notice]').first().waitFor();
  await shoot('receipt-failed');
  await page.route('**/get_all_pair_infos', (route) => route.abort());
  await page.goto('/');
  await page.locator('main [class*=notice]').first().waitFor({ timeout: DELIVERY_TIMEOUT_MS });
  await shoot('service-unreachable');
  await page.route('**/config.json', (route) => route.fulfill({ json: {} }));
  await page.goto('/');
  await page.locator('#root p').first().waitFor();
  await shoot('invalid-settings');
}
