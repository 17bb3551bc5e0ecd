import type { Address } from 'viem';
import { parseEther, parseUnits } from 'viem';
import { encodeTarget } from '../shared/gasDrop.ts';
import { NO_DETAILS } from '../shared/wire/details.ts';
import { encodeFailure } from '../shared/wire/envelope.ts';
import { amountField, depositData, openForm, USDC } from './support/bridgePage.ts';
import { layoutShiftOf, recordLayoutShifts } from './support/layoutShift.ts';
import { expect, test } from './support/look.ts';
import { expectDelivered } from './support/transferOutcome.ts';

test.use({ looksOnPhone: true, funds: { Northshore: { ETH: '100', USDC: '20000' } } });

test('a recipient without gas gets some with the tokens once the person chooses it, within the limit of the bridge', {
  tag: '@look',
}, async ({ page, stack, wallet, look }) => {
  const { address: other } = await stack.createAccount();
  await recordLayoutShifts(page);
  await openForm(page, wallet, USDC);
  await amountField(page).fill('150');
  const offer = page.getByRole('checkbox', { name: /^Also send [\d.]+ ETH for gas \+\$[\d.]+/ });
  await test.step('the offer is off, states its price and moves little', async () => {
    await expect(offer).toBeVisible();
    await expect(offer).not.toBeChecked();
    expect(await layoutShiftOf(page)).toBeLessThan(0.02);
    await look('gas offered');
  });
  await test.step('another recipient, and the way back, switch it off', async () => {
    await offer.check();
    await page.getByRole('button', { name: 'Change recipient' }).click();
    await page.getByLabel('Recipient address').fill(other);
    await expect(offer).not.toBeChecked();
    await offer.check();
    await page.getByRole('button', { name: 'Use my account' }).click();
    await expect(offer).not.toBeChecked();
  });
  await test.step('a lower limit of the bridge switches it off, and says so', async () => {
    await offer.check();
    await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled();
    const max = { amount: parseEther('0.001'), decimals: 18 };
    await page.route('**/get_build_tx', async (route) => {
      if (!route.request().postData()?.includes('"gas_drop"')) return route.fallback();
      const json = encodeFailure(904, 'too much', { ...NO_DETAILS, maxGasDrop: max });
      await route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } });
    });
    await amountField(page).fill('160');
    await expect(page.getByText('The bridge now sends at most 0.001 ETH for gas')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled();
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    await page.unroute('**/get_build_tx');
  });
  await test.step('the review states it, the wallet signs it, and it arrives', async () => {
    await amountField(page).fill('170');
    await page.getByRole('checkbox', { name: 'Also send 0.001 ETH for gas' }).check();
    await expect(page.getByText('The bridge now sends at most')).toBeHidden();
    await page.getByRole('button', { name: 'Review transfer' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('and 0.001 ETH for gas')).toBeVisible();
    await dialog.locator('summary').click();
    await expect(dialog.locator('[data-check="recipientGas"]')).toContainText('also brings 0.001 ETH for gas');
    await look('gas reviewed');
    await dialog.getByRole('button', { name: 'Confirm in wallet' }).click();
    await expect.poll(() => wallet.transactions.length).toBe(2);
    const { data } = wallet.transactions[1] ?? { data: '0x' };
    const target = encodeTarget({ recipient: wallet.address, gasDrop: parseEther('0.001') });
    const expected = { route: USDC, recipient: target as Address, amount: parseUnits('170', 6) };
    expect(data).toBe(depositData(stack, expected));
    await expectDelivered(page);
    expect(await stack.balanceOf('Southshore', 'ETH', wallet.address)).toBe(parseEther('0.001'));
  });
});
