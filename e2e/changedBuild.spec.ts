import { parseUnits } from 'viem';
import type { Json } from '../lab/web/mutations.ts';
import { applyMutations, mutationsAt, valueAt } from '../lab/web/mutations.ts';
import { amountField, openForm, USDC } from './support/bridgePage.ts';
import { expectOnlyWhatWasAsked, tamperWithBuilds } from './support/hostileBuilds.ts';
import { shortenTimers } from './support/shortenWaits.ts';
import { expect, test } from './support/testWithHostileService.ts';
import { expectDelivered } from './support/transferOutcome.ts';

const REVIEW = { name: 'Review transfer' };

test.describe('a service that turns hostile after the review was opened', () => {
  test('cannot change what is signed', async ({ page, stack, wallet, hostile }) => {
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await page.getByRole('button', REVIEW).click();
    await expect(page.getByRole('dialog')).toContainText('byte for byte');
    tamperWithBuilds(hostile, { stack, route: USDC }, 'data.txs.transfer_body.data: another recipient');
    await page.getByRole('button', { name: 'Confirm in wallet' }).click();
    await expectDelivered(page);
    const spent = parseUnits('20000', 6) - (await stack.balanceOf('Northshore', 'USDC', wallet.address));
    expectOnlyWhatWasAsked(stack, wallet, { route: USDC, recipient: wallet.address, sends: [spent] });
  });

  test('cannot replace a stale quote with a wrong build', async ({ page, stack, wallet, hostile }) => {
    await shortenTimers(page);
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await page.getByRole('button', REVIEW).click();
    await expect(page.getByRole('dialog')).toContainText('byte for byte');
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 10 * 60_000;
    });
    for (const change of [
      'data.txs.transfer_body.data: another recipient',
      'a higher amount to send, other fields unchanged',
      'data.send_value: null',
    ]) {
      tamperWithBuilds(hostile, { stack, route: USDC }, change);
      await page.getByRole('button', { name: 'Confirm in wallet' }).click();
      await expect(page.getByText(/there is no new one yet/), change).toBeVisible();
    }
    expect(wallet.signRequests()).toEqual([]);
  });

  test('cannot raise the fee of a stale quote without a new review', async ({ page, wallet, hostile }) => {
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await page.getByRole('button', REVIEW).click();
    await expect(page.getByRole('dialog')).toContainText('byte for byte');
    hostile.replaceAnswers('get_build_tx', ({ honest }) => {
      const body = (field: string) => BigInt(String(valueAt(honest, `data.${field}.raw_value`)));
      const amount = (raw: bigint): Json => ({
        decimals: 6,
        raw_value: `${raw}`,
        ui_value: `${Number(raw) / 1e6}`,
      });
      const mutations = [
        ...mutationsAt('data.bridge_fee', [['more', amount(body('bridge_fee') + 40_000_000n)]]),
        ...mutationsAt('data.receive_value', [['less', amount(body('receive_value') - 40_000_000n)]]),
      ];
      return { kind: 'json', body: applyMutations(honest, mutations) };
    });
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 10 * 60_000;
    });
    await page.getByRole('button', { name: 'Confirm in wallet' }).click();
    await expect(page.getByText(/The new one gives you less/)).toBeVisible();
    await expect(page.getByRole('dialog')).toContainText('59.9 USDC');
    expect(wallet.signRequests()).toEqual([]);
  });
});
