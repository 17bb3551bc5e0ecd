import { expect, test } from './support/test.ts';

test('the app opens under its own security policy and the console stays clean', async ({ page, problems, stack }) => {
  const response = await page.goto('/');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  for (const url of [stack.serviceUrl, ...stack.chains.map(({ rpcUrl }) => rpcUrl)]) {
    expect(policy).toContain(new URL(url).origin);
  }

  await expect(page).toHaveTitle(/Causeway/);
  await expect(page.locator('#root')).not.toBeEmpty();
  await page.waitForLoadState('networkidle');
  expect(problems.list).toEqual([]);
  expect(problems.foreignRequests).toEqual([]);
});

test('a place in the app survives a reload', async ({ page, problems }) => {
  await page.goto('/activity');
  await page.reload();
  await expect(page.locator('#root')).not.toBeEmpty();
  expect(problems.list).toEqual([]);
});
