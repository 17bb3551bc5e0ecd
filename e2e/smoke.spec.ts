import { expect, test } from './support/test.ts';

test.use({ savesData: false });

test('opens without console errors under its security policy', { tag: '@core' }, async ({ page, problems, stack }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/pair/.test(request.url())) asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const response = await page.goto('/');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  for (const url of [stack.serviceUrl, ...stack.chains.map(({ rpcUrl }) => rpcUrl)]) {
    expect(policy).toContain(new URL(url).origin);
  }

  await expect(page).toHaveTitle(/Causeway/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bridge tokens');
  await page.waitForLoadState('networkidle');
  expect(problems.list).toEqual([]);
  expect(problems.foreignRequests).toEqual([]);
  // A simple request: no preflight delays the form.
  expect(new Set(asked)).toEqual(new Set(['GET /api/v1/pairs']));

  await test.step('shows the pages that need no transfer', async () => {
    for (const [name, title] of [
      ['Receipts', 'Receipts'],
      ['Help', 'Get help'],
    ] as const) {
      await page.getByRole('link', { name }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    }
  });

  await test.step('shows the same page after a reload', async () => {
    await page.getByRole('link', { name: 'Activity' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity');
    await page.reload();
    await expect(page).toHaveURL(/\/activity$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity');
    expect(problems.list).toEqual([]);
  });
});
