import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Address, Hash, Hex } from 'viem';
import { numberToHex, parseUnits } from 'viem';
import {
  amountField,
  approvalData,
  connect,
  depositData,
  depositedAmount,
  ETH,
  openForm,
  send,
  shownHashes,
  USDC,
  visitForm,
} from './support/bridgePage.ts';
import { interceptRpc } from './support/hostileNode.ts';
import { hurryTimers } from './support/hurryTimers.ts';
import { expect, test } from './support/test.ts';
import type { TestStack } from './support/testStack.ts';
import { deliveredHeading, expectAlive, expectDelivered } from './support/transferOutcome.ts';
import { sendTransaction } from './support/walletSigner.ts';

const CONFIRM = { name: 'Confirm in wallet' };
const CONTINUE = { name: 'Continue in wallet' };

const paid = (stack: TestStack, account: Address) => stack.balanceOf('Southshore', 'USDC', account);

test.describe('an account that changes', () => {
  test('between the review and the click: nothing is asked of the wallet', async ({ page, stack, wallet }) => {
    await openForm(page, wallet, USDC);
    await amountField(page).fill('100');
    await page.getByRole('button', { name: 'Review transfer' }).click();
    await expect(page.getByRole('button', CONFIRM)).toBeEnabled();
    await wallet.selectAccount(await stack.createAccount({ Northshore: { ETH: '1', USDC: '500' } }));
    await expect(page.getByRole('button', CONFIRM)).toHaveCount(0);
    expect(wallet.signRequests()).toEqual([]);
    await expectAlive(page);
  });

  test('between the permission and the deposit: the deposit waits for the account it belongs to', async ({
    page,
    stack,
    wallet,
  }) => {
    const other = await stack.createAccount({ Northshore: { ETH: '1', USDC: '500' } });
    const { account } = wallet;
    wallet.next('eth_sendTransaction', {
      kind: 'run',
      work: async ([request]) => {
        const { hash } = await sendTransaction(stack.chain('Northshore'), { account, request: request as object });
        await wallet.selectAccount(other);
        return hash;
      },
    });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect(page.getByText('Another account is connected')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('main')).toContainText(wallet.account.address);
    expect(wallet.signRequests()).toHaveLength(1);

    await wallet.selectAccount(wallet.account);
    await page.getByRole('button', CONTINUE).click();
    await expectDelivered(page);
    expect(wallet.signRequests()).toHaveLength(2);
    expect(await paid(stack, wallet.account.address)).toBe(parseUnits('99.9', 6));
  });

  test('behind the page’s back: a deposit signed by another account is not taken for this one', async ({
    page,
    stack,
    wallet,
  }) => {
    const other = await stack.createAccount({ Northshore: { ETH: '10' } });
    wallet.next('eth_sendTransaction', { kind: 'signAs', account: other });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect(page.getByRole('heading', { name: 'Not delivered' })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('The transaction made no such deposit')).toBeVisible();
  });
});

test.describe('a wallet on another chain', () => {
  test('that claims to have switched is not asked to sign', async ({ page, wallet }) => {
    await hurryTimers(page, 6);
    await wallet.selectChain('Southshore');
    wallet.always('wallet_switchEthereumChain', { kind: 'answer', result: null });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect(page.getByText('Your wallet did not switch to Northshore')).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText('Nothing was sent')).toBeVisible();
    expect(wallet.signRequests()).toEqual([]);
    await expectAlive(page);
  });

  test('that refuses to switch is asked again when its owner wants to', async ({ page, wallet }) => {
    await wallet.selectChain('Southshore');
    wallet.next('wallet_switchEthereumChain', { kind: 'reject' });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect(page.getByText('You declined in the wallet')).toBeVisible();
    expect(wallet.signRequests()).toEqual([]);
    await page.getByRole('button', CONTINUE).click();
    await expectDelivered(page);
  });
});

test.describe('a wallet that answers late or never', () => {
  test('may take its time', async ({ page, stack, wallet }) => {
    wallet.always('eth_sendTransaction', { kind: 'delay', ms: 4_000 });
    await openForm(page, wallet, USDC);
    await send(page, '100');
    await expect(page.getByText('Look at your wallet: it waits for your answer.')).toBeVisible();
    await expectDelivered(page);
    expect(await paid(stack, wallet.address)).toBe(parseUnits('99.9', 6));
  });

  test('is never asked to sign the same deposit again while the first may still land', async ({ page, wallet }) => {
    wallet.next('eth_sendTransaction', { kind: 'hang' });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect.poll(() => wallet.signRequests().length).toBe(1);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Waiting for your wallet' })).toBeVisible();
    await expect(page.getByRole('button', CONTINUE)).toHaveCount(0);
    await expect(page.getByLabel('Transaction hash')).toBeVisible();

    await visitForm(page, ETH);
    await amountField(page).fill('1');
    await page.getByRole('button', { name: 'Review transfer' }).click();
    await expect(page.getByRole('dialog')).toContainText(
      'The same transfer is open in your wallet, or may still be mined',
    );
    await expect(page.getByRole('button', CONFIRM)).toBeDisabled();
    expect(wallet.signRequests()).toHaveLength(1);
  });

  test('and signs after the page was reloaded: the deposit is found', async ({ page, stack, wallet }) => {
    const before = await stack.balanceOf('Southshore', 'ETH', wallet.address);
    let sign: () => void = () => {};
    wallet.next('eth_sendTransaction', {
      kind: 'run',
      work: async ([request]) => {
        await new Promise<void>((resolve) => {
          sign = resolve;
        });
        await sendTransaction(stack.chain('Northshore'), { account: wallet.account, request: request as object });
      },
    });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect.poll(() => wallet.signRequests().length).toBe(1);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Waiting for your wallet' })).toBeVisible();
    sign();
    await expectDelivered(page);
    expect((await stack.balanceOf('Southshore', 'ETH', wallet.address)) - before).toBe(parseUnits('0.999', 18));
    expect(wallet.signRequests()).toHaveLength(1);
  });

  test('takes no foreign hash from its owner for the deposit', async ({ page, stack, wallet }) => {
    wallet.next('eth_sendTransaction', { kind: 'hang' });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect.poll(() => wallet.signRequests().length).toBe(1);
    const foreign = await foreignHash(stack);
    await page.reload();
    await page.getByLabel('Transaction hash').fill(foreign);
    await page.getByRole('button', { name: 'Use hash' }).click();
    await expect(page.getByText('That transaction is not this deposit')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Waiting for your wallet' })).toBeVisible();
  });
});

/** A transaction on the origin chain that has nothing to do with anybody's deposit. */
async function foreignHash(stack: TestStack): Promise<Hash> {
  const somebody = await stack.createAccount({ Northshore: { ETH: '1' } });
  const request = { to: somebody.address, value: '0x1' } as const;
  const { hash } = await sendTransaction(stack.chain('Northshore'), { account: somebody, request });
  await stack.chain('Northshore').client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  return hash;
}

test.describe('a wallet that replaces a transaction', () => {
  /**
   * Takes a deposit into a pool that no block is made from: the node shows it as waiting until it is replaced.
   * @returns the nonce, what was asked for, and the end of the waiting one
   */
  async function startSlowDeposit(page: Page, { stack, wallet }: Parts) {
    const slow: Hash = `0x${randomBytes(32).toString('hex')}`;
    const signed: { nonce: number; request: Record<string, Hex> }[] = [];
    let isWaiting = true;
    let sightings = 0;
    const node = await interceptRpc(page, stack, 'Northshore');
    node.lie(({ method, params }) => {
      const [first] = signed;
      if (method !== 'eth_getTransactionByHash' || params?.[0] !== slow || !isWaiting || !first) return undefined;
      sightings += 1;
      const unmined = { blockHash: null, blockNumber: null, transactionIndex: null, type: '0x2' };
      const { from, to, data, value = '0x0' } = first.request;
      return { ...unmined, hash: slow, nonce: numberToHex(first.nonce), from, to, input: data, value, gas: '0x30d40' };
    });
    wallet.next('eth_sendTransaction', {
      kind: 'run',
      work: async ([request]) => {
        const nonce = await stack.chain('Northshore').client.getTransactionCount({ address: wallet.address });
        signed.push({ nonce, request: request as Record<string, Hex> });
        return slow;
      },
    });
    await openForm(page, wallet, ETH);
    await send(page, '1');
    await expect(page.getByRole('heading', { name: 'Deposit on its way' })).toBeVisible();
    await expect.poll(() => sightings, { timeout: 30_000 }).toBeGreaterThan(0);
    const [deposit] = signed;
    if (!deposit) throw new Error('the wallet was not asked to sign');
    return {
      ...deposit,
      drop: () => {
        isWaiting = false;
      },
    };
  }

  test('by a faster one is followed to it', async ({ page, stack, wallet }) => {
    const { nonce, request, drop } = await startSlowDeposit(page, { stack, wallet });
    const faster = await sendTransaction(stack.chain('Northshore'), {
      account: wallet.account,
      request: { ...request, nonce: numberToHex(nonce) },
    });
    drop();
    await expectDelivered(page);
    expect(await shownHashes(page)).toContain(faster.hash);
  });

  test('by another that does nothing: the deposit is told as cancelled, and the money as safe', async ({
    page,
    stack,
    wallet,
  }) => {
    const before = await stack.balanceOf('Northshore', 'ETH', wallet.address);
    const { nonce, drop } = await startSlowDeposit(page, { stack, wallet });
    await sendTransaction(stack.chain('Northshore'), {
      account: wallet.account,
      request: { to: wallet.address, value: '0x0', nonce: numberToHex(nonce) },
    });
    drop();
    await expect(page.getByText('The deposit was cancelled in the wallet')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Your tokens never left your account')).toBeVisible();
    const spent = before - (await stack.balanceOf('Northshore', 'ETH', wallet.address));
    expect(spent).toBeLessThan(parseUnits('0.01', 18));
  });
});

type Parts = { readonly stack: TestStack; readonly wallet: Parameters<typeof openForm>[1] };

test.describe('two tabs', () => {
  test('show the same, and never lead one transfer through the wallet twice', async ({ context, stack, wallet }) => {
    await wallet.install(context);
    const first = await context.newPage();
    await visitForm(first, USDC);
    await connect(first);
    let answer: () => void = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    wallet.next('eth_sendTransaction', {
      kind: 'run',
      work: async ([request]) => {
        await asked;
        const sent = await sendTransaction(stack.chain('Northshore'), {
          account: wallet.account,
          request: request as object,
        });
        return sent.hash;
      },
    });
    await send(first, '100');
    await expect.poll(() => wallet.signRequests().length).toBe(1);
    const second = await context.newPage();
    await second.goto(first.url());
    await second.bringToFront();
    await second.getByRole('button', CONTINUE).click();
    await expect(second.getByText('Your wallet is busy with another tab')).toBeVisible();
    expect(wallet.signRequests()).toHaveLength(1);
    answer();
    await expectDelivered(second);
    await expect(deliveredHeading(first)).toBeVisible();
    expect(wallet.signRequests()).toHaveLength(2);
    const [permission, deposit] = wallet.signRequests().map(({ params }) => (params as { data?: Hex }[])[0]?.data);
    const amount = depositedAmount(deposit ?? '0x');
    expect(permission).toBe(approvalData(stack.chain('Northshore').deployment.depositContract, amount));
    expect(deposit).toBe(depositData(stack, { route: USDC, recipient: wallet.address, amount }));
    expect(await paid(stack, wallet.address)).toBe(parseUnits('99.9', 6));
  });
});
