import type { Hash, Hex } from 'viem';
import { numberToHex, parseUnits } from 'viem';
import { claimAtomic, ID, makeAtomic, toReceipt } from './support/atomicWallet.ts';
import {
  approvalData,
  depositData,
  depositedAmount,
  NORTH_TO_SOUTH,
  openForm,
  send,
  visitForm,
} from './support/bridgePage.ts';
import { expect, test } from './support/test.ts';
import type { TestStack } from './support/testStack.ts';
import { deliveredHeading, expectAlive, expectDelivered } from './support/transferOutcome.ts';
import { sendTransaction } from './support/walletSigner.ts';

const USDC = { ...NORTH_TO_SOUTH, token: 'USDC' };
const ETH = { ...NORTH_TO_SOUTH, token: 'ETH' };
const CONTINUE = { name: 'Continue in wallet' };
const NO_HASH: Readonly<Record<string, unknown>> = {
  null: null,
  'a number': 7,
  'an object': { hash: 'yes' },
  'an empty text': '',
  'a short hash': '0x1234',
};

async function foreignHash(stack: TestStack): Promise<Hash> {
  const somebody = await stack.createAccount({ Northshore: { ETH: '1' } });
  const request = { to: somebody.address, value: '0x1' } as const;
  const { hash } = await sendTransaction(stack.chain('Northshore'), { account: somebody, request });
  await stack.chain('Northshore').client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  return hash;
}

test.describe('garbage instead of a hash', () => {
  test('for a deposit is no proof of anything, and nothing is signed again', async ({ page, wallet }) => {
    await openForm(page, wallet, ETH);
    for (const [position, [what, result]] of Object.entries(NO_HASH).entries()) {
      wallet.next('eth_sendTransaction', { kind: 'answer', result });
      await visitForm(page, ETH);
      await send(page, `${1 + position}`);
      await expect(page.getByText('Your wallet gave no clear answer'), what).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Waiting for your wallet' }), what).toBeVisible();
      await expect(page.getByRole('button', CONTINUE)).toHaveCount(0);
      expect(wallet.signRequests(), what).toHaveLength(position + 1);
      await expectAlive(page);
    }
    expect(wallet.transactions).toHaveLength(0);
  });

  test('for a permission leaves the transfer to be continued, after a reload too', async ({ page, stack, wallet }) => {
    const answers = Object.entries(NO_HASH);
    for (const [, result] of answers) wallet.next('eth_sendTransaction', { kind: 'answer', result });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    for (const [position, [what]] of answers.entries()) {
      await expect.poll(() => wallet.signRequests().length, what).toBe(position + 1);
      await expect(page.getByRole('button', CONTINUE), what).toBeVisible();
      await page.reload();
      await page.getByRole('button', CONTINUE).click();
    }
    await expectDelivered(page);
    const asked = wallet.signRequests().map(({ params }) => (params as { data?: Hex }[])[0]?.data ?? '0x');
    const amount = depositedAmount(asked.at(-1) ?? '0x');
    const approval = approvalData(stack.chain('Northshore').deployment.depositContract, amount);
    const deposit = depositData(stack, { route: USDC, recipient: wallet.address, amount });
    expect(asked).toEqual([...answers.map(() => approval), approval, deposit]);
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
  });

  test('(the hash of another transaction) for a deposit is never taken for it', async ({ page, stack, wallet }) => {
    wallet.next('eth_sendTransaction', { kind: 'answer', result: await foreignHash(stack) });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect(page.getByText('The transaction made no such deposit')).toBeVisible({ timeout: 30_000 });
    await expect(deliveredHeading(page)).toHaveCount(0);
  });

  test('(the hash of another transaction) for a deposit that was sent all the same: the real one is found', async ({
    page,
    stack,
    wallet,
  }) => {
    const foreign = await foreignHash(stack);
    wallet.next('eth_sendTransaction', {
      kind: 'run',
      work: async ([request]) => {
        await sendTransaction(stack.chain('Northshore'), { account: wallet.account, request: request as object });
        return foreign;
      },
    });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expectDelivered(page);
  });

  test('(the hash of another transaction) for a permission is found out by the allowance', async ({
    page,
    stack,
    wallet,
  }) => {
    wallet.next('eth_sendTransaction', { kind: 'answer', result: await foreignHash(stack) });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect(page.getByText('The permission is too small')).toBeVisible({ timeout: 30_000 });
    expect(wallet.signRequests()).toHaveLength(1);
    await page.getByRole('button', CONTINUE).click();
    await expectDelivered(page);
  });
});

test.describe('garbage instead of accounts and chains', () => {
  const garbage = { null: null, 'a number': 12, 'an object': { a: 1 }, nonsense: ['0xnonsense'], text: 'garbage' };
  for (const method of ['eth_requestAccounts', 'eth_accounts', 'eth_chainId'] as const) {
    test(`(${method}) breaks nothing, and signs nothing`, async ({ page, wallet }) => {
      wallet.always('wallet_requestPermissions', { kind: 'fail', code: -32_601, message: 'not here' });
      await wallet.install(page);
      for (const [what, result] of Object.entries(garbage)) {
        wallet.always(method, { kind: 'answer', result });
        await visitForm(page, USDC);
        const asked = wallet.requests.length;
        await page.getByRole('button', { name: 'Connect', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click();
        await expect.poll(() => wallet.requests.length, what).toBeGreaterThan(asked);
        await page.waitForTimeout(500);
        await expectAlive(page);
        await page.reload();
        await expect(page.getByRole('button', { name: 'Token: USDC' }), what).toBeVisible();
        await expectAlive(page);
        await wallet.disconnect();
        await page.evaluate(() => localStorage.clear());
      }
      expect(wallet.signRequests()).toEqual([]);
    });
  }
});

test.describe('a wallet with batches (EIP-5792)', () => {
  test('asks its owner once, for the exact permission and the deposit', async ({ page, stack, wallet }) => {
    const atomic = makeAtomic(wallet, stack);
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expectDelivered(page);
    expect(wallet.signRequests().map(({ method }) => method)).toEqual(['wallet_sendCalls']);
    const [batch] = atomic.batches;
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

  test('that claims them and has none is asked one after the other', async ({ page, stack, wallet }) => {
    claimAtomic(wallet, stack);
    wallet.always('wallet_sendCalls', { kind: 'fail', code: -32_601, message: 'no such method' });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expectDelivered(page);
    expect(wallet.transactions).toHaveLength(2);
  });

  test('whose owner says no has sent nothing', async ({ page, stack, wallet }) => {
    claimAtomic(wallet, stack);
    wallet.next('wallet_sendCalls', { kind: 'reject' });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect(page.getByText('You declined in the wallet')).toBeVisible();
    expect(await stack.balanceOf('Northshore', 'USDC', wallet.address)).toBe(parseUnits('20000', 6));
  });

  test('that claims success by a foreign hash delivers nothing, and nothing is called delivered', async ({
    page,
    stack,
    wallet,
  }) => {
    const foreign = await foreignHash(stack);
    claimAtomic(wallet, stack);
    wallet.next('wallet_sendCalls', { kind: 'answer', result: { id: ID } });
    wallet.always('wallet_getCallsStatus', {
      kind: 'answer',
      result: {
        version: '2.0.0',
        id: ID,
        chainId: numberToHex(stack.chain('Northshore').id),
        status: 200,
        atomic: true,
        receipts: [toReceipt(foreign)],
      },
    });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect(page.getByText('The transaction made no such deposit')).toBeVisible({ timeout: 30_000 });
  });

  test('that makes the batch and never says so: the deposit is found without a reload', async ({
    page,
    stack,
    wallet,
  }) => {
    makeAtomic(wallet, stack);
    wallet.always('wallet_getCallsStatus', { kind: 'fail', code: -32_603, message: 'no idea' });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expectDelivered(page);
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
  });

  test('that answers garbage for a batch signs nothing twice, and breaks nothing', async ({ page, stack, wallet }) => {
    claimAtomic(wallet, stack);
    wallet.always('wallet_getCallsStatus', { kind: 'answer', result: null });
    await openForm(page, wallet, USDC);
    for (const [position, [what, result]] of Object.entries({ ...NO_HASH, 'an empty object': {} }).entries()) {
      wallet.next('wallet_sendCalls', { kind: 'answer', result });
      await visitForm(page, USDC);
      await send(page, `${100 + position}`);
      await expect.poll(() => wallet.signRequests().length, what).toBe(position + 1);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Waiting for your wallet' }), what).toBeVisible();
      await expect(page.getByRole('button', CONTINUE)).toHaveCount(0);
      expect(wallet.signRequests(), what).toHaveLength(position + 1);
      await expectAlive(page);
    }
    expect(wallet.transactions).toHaveLength(0);
  });

  test('that answers garbage for its capabilities has none: it is asked one after the other', async ({
    page,
    stack,
    wallet,
  }) => {
    const garbage = {
      null: null,
      'a number': 5,
      'a list': [1, 2],
      text: 'yes',
      'an unknown status': { '0x7a69': { atomic: { status: 'perhaps' } } },
      'a wrong type': { '0x7a69': { atomic: true } },
    };
    await openForm(page, wallet, USDC);
    for (const [position, [what, result]] of Object.entries(garbage).entries()) {
      wallet.always('wallet_getCapabilities', { kind: 'answer', result });
      wallet.next('eth_sendTransaction', { kind: 'reject' });
      if (position === 0) await send(page, '100');
      else await page.getByRole('button', CONTINUE).click();
      await expect.poll(() => wallet.signRequests().length, what).toBe(position + 1);
      await expect(page.getByRole('button', CONTINUE), what).toBeVisible();
    }
    await page.getByRole('button', CONTINUE).click();
    await expectDelivered(page);
    expect(wallet.signRequests().every(({ method }) => method === 'eth_sendTransaction')).toBe(true);
    expect(wallet.transactions).toHaveLength(2);
    expect(await stack.balanceOf('Southshore', 'USDC', wallet.address)).toBe(parseUnits('99.9', 6));
  });

  test('that never answers for its capabilities is not waited for', async ({ page, wallet }) => {
    wallet.always('wallet_getCapabilities', { kind: 'hang' });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expectDelivered(page);
  });
});
