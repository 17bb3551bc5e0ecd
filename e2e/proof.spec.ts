import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findViolations } from './support/accessibility.ts';
import { depositDirectly } from './support/directDeposit.ts';
import { findLayoutProblems } from './support/layout.ts';
import { onPhone } from './support/phone.ts';
import { isPaid, statusOf } from './support/receiptStatus.ts';
import { expect, test } from './support/test.ts';

const run = promisify(execFile);

test('a saved proof verifies offline in another browser, and with the command', {
  tag: '@core',
}, async ({ page, browser, baseURL, stack }) => {
  const account = await stack.createAccount({ Northshore: { ETH: '2' } });
  const { hash } = await depositDirectly(stack, account, account.address);
  await statusOf(stack, hash, isPaid);
  await page.goto(`/receipts/${hash}`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a proof' }).click();
  const file = test.info().outputPath('proof.json');
  await (await saving).saveAs(file);
  await expect(page.getByText('Northshore: 1 of 1 RPC endpoints show this block.')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const reader = await elsewhere.newPage();
  await reader.goto('/receipts');
  await reader.getByText('Verify a proof file').click();
  await elsewhere.setOffline(true);
  const verification = reader.locator('details');
  await verification.getByLabel('Choose file').setInputFiles(file);
  await expect(verification.getByText('The file is consistent, but not yet compared with the chains')).toBeVisible();
  await expect(verification.getByText('This delivery is proven')).toHaveCount(0);
  await expect(verification.getByText(/0[.]99\d* ETH delivered on Southshore/)).toBeVisible();
  await expect(verification.getByText(account.address, { exact: true })).toBeVisible();
  await expect(verification.getByText('You’re offline, so no RPC endpoint was asked.')).toBeVisible();
  expect(await findViolations(reader)).toEqual([]);
  expect(await findLayoutProblems(reader)).toEqual([]);
  await onPhone(reader, async () => expect(await findLayoutProblems(reader)).toEqual([]));
  await elsewhere.setOffline(false);
  await expect(verification.getByText('1 of 1 RPC endpoints show this block.')).toHaveCount(2);
  await expect(verification.getByText('This delivery is proven')).toBeVisible();

  await verification.getByRole('button', { name: 'Verify another file' }).click();
  const text = readFileSync(file, 'utf8');
  await verification.getByLabel('Text of the file').fill(text.replace('"ordinal": 0', '"ordinal": 1'));
  await verification.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(verification.getByText('This file doesn’t prove a delivery')).toBeVisible();
  await expect(verification.getByText('Deposit: The receipt shows no such event.')).toBeVisible();
  expect(await findViolations(reader)).toEqual([]);
  await elsewhere.close();

  const command = ['--import', 'tsx', 'tools/verifyProof.ts', file, '--config', join(stack.stateDir, 'config.json')];
  const { stdout } = await run(process.execPath, command);
  expect(stdout).toMatch(/^This delivery is proven\n0[.]99\d* ETH delivered on Southshore\n/);
  expect(stdout).toContain('Southshore: 1 of 1 RPC endpoints show this block.');
  expect(stdout).toContain('Both contracts are in the settings of this bridge.');
});
