import { depositOf, sendNew } from './support/deskTransactions.ts';
import { depositDirectly } from './support/directDeposit.ts';
import { holdRequests } from './support/holdRequests.ts';
import { expect, test } from './support/look.ts';
import { isPaid, isRefunded, statusOf } from './support/receiptStatus.ts';
import { sendUnrelatedTransaction } from './support/sendTransaction.ts';

const BOX = 'Hashes, links, addresses or a whole message';

test('staff look up a delivery, copy the reply in another language, and print the evidence', {
  tag: ['@core', '@phone', '@look'],
}, async ({ page, context, stack, look }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const customer = await stack.createAccount({ Northshore: { ETH: '2' } });
  const { hash } = await depositDirectly(stack, customer, customer.address);

  await page.goto('/receipts');
  const box = page.getByLabel(BOX);
  await expect(box).toBeVisible();
  await page.locator('body').press('/');
  await expect(box).toBeFocused();
  await box.fill(`Hi, my transfer is missing: ${hash.slice(2)}\nPlease help`);
  await box.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/receipts/${hash}$`));
  const receipt = page.getByRole('article', { name: 'Receipt' });
  await expect(receipt.getByRole('heading', { level: 2 })).toHaveText('Delivered', { timeout: 60_000 });
  await expect(receipt).toContainText('Verified on Northshore and Southshore');
  await expect(receipt).toContainText('The recipient has the money');
  await expect(box).toHaveValue(/^Hi, my transfer is missing/);
  // No picture runs behind the text.
  await expect(page.locator('[class*="causeway"]')).toHaveCount(0);
  const sceneryOf = () =>
    getComputedStyle(document.querySelector('[class*="shell_"]') ?? document.body, '::after').display;
  expect(await page.evaluate(sceneryOf)).toBe('none');

  const reply = page.getByRole('region', { name: 'Tell the customer' });
  await expect(reply).toContainText('Your transfer arrived');
  await reply.getByLabel('Language of the reply').selectOption('Español');
  await expect(reply).toContainText(`${customer.address} recibió`);
  await reply.getByRole('button', { name: 'Copy reply' }).click();
  await expect(reply).toContainText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('Tu transferencia llegó');
  expect(copied).toContain(hash);
  expect(copied).toContain('Nunca pedimos tu frase de recuperación');
  await page.evaluate(() => window.scrollTo(0, 0));
  await look('desk answer');

  const evidence = page.getByRole('region', { name: 'Evidence' });
  await evidence.getByRole('button', { name: 'Copy: Sender' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(customer.address);
  await evidence.getByText('Raw answers').click();
  await expect(evidence.getByRole('region', { name: 'Raw answers' })).toContainText(hash);
  await expect(evidence).toContainText('Southshore');
  await look('desk raw answers');
  await page.emulateMedia({ media: 'print' });
  await expect(box).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(evidence).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  // The payout's hash leads to the same transfer.
  const payoutHash = await receipt
    .getByTitle(/^0x[0-9a-f]{64}$/)
    .last()
    .getAttribute('title');
  await box.fill(payoutHash ?? '');
  await box.press('Enter');
  await expect(receipt).toContainText('You looked up the payout. This is its deposit.', { timeout: 60_000 });
  await expect(receipt.getByRole('heading', { level: 2 })).toHaveText('Delivered');
});

test('the desk names what it did not understand, explains a transaction without a deposit, and follows a refund back', {
  tag: '@look',
}, async ({ page, stack, look }) => {
  const [hash, refused] = await Promise.all([
    sendUnrelatedTransaction(stack),
    sendNew(stack, ({ address }) => depositOf(stack, address, { target: '\u202enowhere' })),
  ]);
  await page.goto('/receipts');
  const box = page.getByLabel(BOX);
  await box.fill(`First ${hash.slice(0, 20)}… then ${hash} and again ${hash}`);
  await box.press('Enter');
  await expect(page.getByText('1 duplicate counted once', { exact: true })).toBeVisible();
  await expect(page.getByText(`${hash.slice(0, 20)}…`, { exact: true })).toBeVisible();
  const receipt = page.getByRole('article', { name: 'Receipt' });
  await expect(receipt).toContainText(/Not a deposit|Sent to another contract/);
  await expect(page.getByRole('region', { name: 'Tell the customer' })).toContainText('Northshore');
  await look('desk other transaction');
  await page.getByText('Keyboard shortcuts').click();
  await page.getByLabel('Use single-key shortcuts').uncheck();
  await page.locator('body').press('/');
  await expect(box).not.toBeFocused();

  const { details } = await statusOf(stack, refused, isRefunded);
  await box.fill(`${details?.refund_hash}`);
  await box.press('Enter');
  await expect(receipt).toContainText('You looked up the refund. This is its deposit.', { timeout: 60_000 });
  await expect(receipt.getByRole('heading', { level: 2 })).toHaveText('Refunded');
  await expect(page).toHaveTitle(/^Refunded · /);
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await expect(evidence).toContainText('\\u{202e}nowhere');
  await expect(evidence).toContainText('The deposit’s recipient is not an address.');

  await box.fill('');
  const long = `${'x'.repeat(900_000)} ${hash} ${'x'.repeat(4_000_000)}`;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), long);
  await box.press('ControlOrMeta+v');
  await expect(box).toHaveValue(hash);
  await expect(receipt).toContainText(/Not a deposit|Sent to another contract/);
});

test('until the chains answer, the desk shows the bridge’s answer as its message, and has asked for it once', {
  tag: '@look',
}, async ({ page, stack, look }) => {
  const account = await stack.createAccount({ Northshore: { ETH: '2' } });
  const { hash } = await depositDirectly(stack, account, account.address);
  await statusOf(stack, hash, isPaid);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/get_receipts')) asked.push(request.url());
  });
  const release = await holdRequests(page, new RegExp(`^${stack.chain('Northshore').rpcUrl}`));
  await page.goto(`/receipts/${hash}`);
  const message = page.getByText(/^Message from the bridge: 0\.\d+ ETH to Southshore$/);
  await expect(message).toBeVisible();
  const receipt = page.getByRole('article', { name: 'Receipt' });
  await expect(receipt).toBeHidden();
  expect(asked).toHaveLength(1);
  await look('desk message of the bridge');
  release();
  await expect(receipt.getByRole('heading', { level: 2 })).toHaveText('Delivered');
  await expect(message).toBeHidden();
});
