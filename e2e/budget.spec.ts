import { amountField, NORTH_TO_SOUTH, visitForm } from './support/bridgePage.ts';
import { expect, test } from './support/test.ts';

const MAX_JAVASCRIPT_BYTES = 120_000;

test('the amount field takes a keypress within 120 kB of JavaScript over the wire', async ({ page }) => {
  const scripts = new Map<string, number>();
  let isFormUsable = false;
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'script' || isFormUsable) return;
    const { responseBodySize } = await request.sizes();
    const encoding = await (await request.response())?.headerValue('content-encoding');
    expect(encoding === 'br' || responseBodySize < 1024, `${request.url()} is not compressed with brotli`).toBe(true);
    scripts.set(new URL(request.url()).pathname, responseBodySize);
  });
  // The chunks that the page fetches once it is idle are held back: the field has to work without them.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await visitForm(page, { ...NORTH_TO_SOUTH, token: 'USDC' });
  await amountField(page).pressSequentially('7');
  await expect(amountField(page)).toHaveValue('7');
  isFormUsable = true;

  const total = [...scripts.values()].reduce((sum, size) => sum + size, 0);
  console.log(`JavaScript before the first keypress: ${total} bytes brotli in ${scripts.size} files`);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(MAX_JAVASCRIPT_BYTES);
});
