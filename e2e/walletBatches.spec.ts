import { parseUnits } from 'viem';
import { approvalData } from '../tools/lab/chains/depositCall.ts';
import { deliver, depositData, depositedAmount, openForm, send, USDC } from './support/bridgePage.ts';
import { sendUnrelatedTransaction } from './support/sendTransaction.ts';
import { expect, test } from './support/test.ts';
import type { Batch } from './support/testWallet.ts';
import { ANY_ID, batchStatus } from './support/testWallet.ts';
import { expectDelivered, expectNoCrash } from './support/transferOutcome.ts';

const CONTINUE = { name: 'Continue in wallet' };

test.describe('a wallet with batches (EIP-5792)', () => {
  test('asks for the exact approval and the deposit in one batch', { tag: '@core' }, async ({
    page,
    stack,
    wallet,
  }) => {
    wallet.claimBatches();
    await openForm(page, wallet, USDC);
    await deliver(page, '99.9');
    await expectDelivered(page);
    expect(wallet.signRequests().map(({ method }) => method)).toEqual(['wallet_sendCalls']);
    const [batch] = (wallet.signRequests()[0]?.params ?? []) as Batch[];
    const contract = stack.chain('Northshore').deployment.depositContract;
    const amount = depositedAmount(batch?.calls[1]?.data ?? '0x');
    const calls = batch?.calls.map(({ to, data, value }) => ({
      to: to.toLowerCase(),
      data,
      value: BigInt(value ?? 0),
    }));
    expect(calls).toEqual([
      { to: stack.token('Northshore', 'USDC').address.toLowerCase(), data: approvalData(contract, amount), value: 0n },
      {
        to: contract.toLowerCase(),
        data: depositData(stack, { route: USDC, recipient: wallet.address, amount }),
        value: 0n,
      },
    ]);
    expect(Number(batch?.chainId)).toBe(stack.chain('Northshore').id);
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
    expect(await stack.allowance('Northshore', 'USDC', wallet.address)).toBe(0n);
  });

  test('sends nothing that its user rejects, and is asked for each transaction if it has no batches', async ({
    page,
    stack,
    wallet,
  }) => {
    const methods = () => wallet.signRequests().map(({ method }) => method);
    const rejected = page.getByText('You rejected the request in your wallet');
    const resume = () => page.getByRole('button', CONTINUE).click();
    await openForm(page, wallet, USDC);
    await test.step('after invalid capabilities, it is asked only for the approval', async () => {
      wallet.always('wallet_getCapabilities', { kind: 'answer', result: { '0x7a69': { atomic: true } } });
      wallet.next('eth_sendTransaction', { kind: 'reject' });
      await deliver(page, '99.9');
      await expect(rejected).toBeVisible();
      expect(methods()).toEqual(['eth_sendTransaction']);
    });

    await test.step('a rejected batch sends nothing', async () => {
      wallet.claimBatches();
      wallet.next('wallet_sendCalls', { kind: 'reject' });
      await resume();
      await expect.poll(methods).toEqual(['eth_sendTransaction', 'wallet_sendCalls']);
      await expect(rejected).toBeVisible();
      expect(wallet.transactions).toHaveLength(0);
      expect(await stack.balanceOf('Northshore', 'USDC', wallet.address)).toBe(parseUnits('20000', 6));
    });

    await test.step('a wallet that falsely claims batches is asked for each transaction', async () => {
      wallet.always('wallet_sendCalls', { kind: 'fail', code: -32_601, message: 'no such method' });
      await resume();
      await expectDelivered(page);
      expect(wallet.transactions).toHaveLength(2);
      expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
    });
  });

  test('that reports success with the hash of another transaction is not believed', async ({ page, stack, wallet }) => {
    const unrelated = await sendUnrelatedTransaction(stack);
    wallet.claimBatches();
    wallet.next('wallet_sendCalls', { kind: 'answer', result: { id: ANY_ID } });
    wallet.always('wallet_getCallsStatus', {
      kind: 'answer',
      result: batchStatus(stack.chain('Northshore').id, unrelated),
    });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    const known = page.getByText('The transaction from your wallet is not this deposit');
    await expect(known).toBeVisible({ timeout: 30_000 });
  });

  test('that sends the batch without reporting it: the app finds the deposit without a reload', async ({
    page,
    stack,
    wallet,
  }) => {
    wallet.claimBatches();
    wallet.always('wallet_getCallsStatus', { kind: 'fail', code: -32_603, message: 'no idea' });
    await openForm(page, wallet, USDC);
    await deliver(page, '99.9');
    await expectDelivered(page);
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
  });

  test('that returns an invalid batch id is not asked again, and the app does not crash', async ({ page, wallet }) => {
    wallet.claimBatches();
    wallet.always('wallet_getCallsStatus', { kind: 'answer', result: null });
    wallet.next('wallet_sendCalls', { kind: 'answer', result: null });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect(page.getByText('Your wallet gave no clear answer')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Waiting for your wallet' })).toBeVisible();
    await expect(page.getByRole('button', CONTINUE)).toHaveCount(0);
    expect(wallet.signRequests()).toHaveLength(1);
    await expectNoCrash(page);
    expect(wallet.transactions).toHaveLength(0);
  });
});
