import type { Page } from '@playwright/test';
import { numberToHex } from 'viem';
import { expect, test } from './support/test.ts';

// The other specs rely on the test wallet behaving like a real one.

type Answer = { readonly result?: unknown; readonly code?: number };

function ask(page: Page, method: string, params: readonly unknown[] = []): Promise<Answer> {
  return page.evaluate(
    async ([asked, withParams]) => {
      type Provider = { request: (request: unknown) => Promise<unknown> };
      const provider = (window as unknown as { ethereum: Provider }).ethereum;
      return provider.request({ method: asked, params: withParams }).then(
        (result) => ({ result }),
        (error) => ({ code: error.code as number }),
      );
    },
    [method, params] as const,
  );
}

/** Makes a request, and a second one once `isDone`. @returns whether only the second one got an answer */
async function staysUnanswered(page: Page, request: () => Promise<Answer>, isDone: () => boolean): Promise<boolean> {
  let isAnswered = false;
  // The page closes while it waits, which rejects.
  void request().then(
    () => {
      isAnswered = true;
    },
    () => {},
  );
  await expect.poll(isDone).toBe(true);
  await ask(page, 'eth_chainId');
  return !isAnswered;
}

test.beforeEach(async ({ page, wallet }) => {
  await wallet.install(page, { isWindowEthereum: true });
  await page.goto('/icon.svg');
});

test('announces itself on request (EIP-6963)', async ({ page }) => {
  const names = await page.evaluate(() => {
    const found: string[] = [];
    window.addEventListener('eip6963:announceProvider', (event) => {
      found.push((event as CustomEvent<{ info: { name: string } }>).detail.info.name);
    });
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    return found;
  });
  expect(names).toEqual(['Test Wallet']);
});

test('shows its account only while the page is connected, also after a reload', async ({ page, wallet }) => {
  expect(await ask(page, 'eth_accounts')).toEqual({ result: [] });
  wallet.next('eth_requestAccounts', { kind: 'reject' });
  expect(await ask(page, 'eth_requestAccounts')).toEqual({ code: 4001 });
  expect(await ask(page, 'eth_requestAccounts')).toEqual({ result: [wallet.address] });
  await page.reload();
  expect(await ask(page, 'eth_accounts')).toEqual({ result: [wallet.address] });
  await ask(page, 'wallet_revokePermissions', [{ eth_accounts: {} }]);
  expect(await ask(page, 'eth_accounts')).toEqual({ result: [] });
});

test('switches between known chains, emits events and adds chains on request', async ({ page, stack, wallet }) => {
  const [north, south] = stack.chains.map(({ id }) => numberToHex(id));
  await page.evaluate(() => {
    const global = window as unknown as {
      ethereum: { on: (event: string, listener: unknown) => void };
      heard: string[];
    };
    global.heard = [];
    global.ethereum.on('chainChanged', (id: string) => global.heard.push(id));
  });
  wallet.knownChains.delete(stack.chain('Southshore').id);
  expect(await ask(page, 'wallet_switchEthereumChain', [{ chainId: south }])).toEqual({ code: 4902 });
  expect(await ask(page, 'wallet_addEthereumChain', [{ chainId: south }])).toEqual({ result: null });
  expect(await ask(page, 'eth_chainId')).toEqual({ result: south });
  await wallet.selectChain('Northshore');
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([south, north]);
});

test('sends signed transactions and records every request', async ({ page, stack, wallet }) => {
  const recipient = (await stack.createAccount()).address;
  const transaction = { from: wallet.address, to: recipient, value: '0x2a', data: '0x' };
  expect(await ask(page, 'eth_sendTransaction', [transaction])).toEqual({ code: 4100 });
  await ask(page, 'eth_requestAccounts');
  const { result } = await ask(page, 'eth_sendTransaction', [transaction]);
  await expect.poll(() => stack.balanceOf('Northshore', 'ETH', recipient)).toBe(42n);
  expect(wallet.transactions).toMatchObject([{ hash: result, to: recipient, value: 42n, from: wallet.address }]);
  expect(wallet.signRequests()).toHaveLength(2);
  expect(wallet.requests.map(({ method }) => method)).toEqual([
    'eth_sendTransaction',
    'eth_requestAccounts',
    'eth_sendTransaction',
  ]);
});

test('uses each queued answer once', async ({ page, stack, wallet }) => {
  await ask(page, 'eth_requestAccounts');
  const other = await stack.createAccount({ Northshore: { ETH: '1' } });
  const recipient = (await stack.createAccount()).address;
  const send = () => ask(page, 'eth_sendTransaction', [{ from: wallet.address, to: recipient, value: '0x1' }]);
  const asked = (count: number) => () => wallet.signRequests().length === count;
  const sent = (count: number) => () => wallet.transactions.length === count;

  for (const behaviour of [
    { kind: 'reject' },
    { kind: 'fail', code: -32_603, message: 'broken' },
    { kind: 'answer', result: { not: 'a hash' } },
    { kind: 'hang' },
    { kind: 'loseAnswer' },
    { kind: 'denyDone' },
    { kind: 'signAs', account: other },
  ] as const) {
    wallet.next('eth_sendTransaction', behaviour);
  }
  expect(await send()).toEqual({ code: 4001 });
  expect(await send()).toEqual({ code: -32_603 });
  expect(await send()).toEqual({ result: { not: 'a hash' } });
  expect(await staysUnanswered(page, send, asked(4))).toBe(true);
  expect(wallet.transactions).toHaveLength(0);

  expect(await staysUnanswered(page, send, sent(1))).toBe(true);
  expect(await send()).toEqual({ code: 4001 });
  expect(wallet.transactions).toHaveLength(2);
  await send();
  expect(wallet.transactions.at(-1)?.from).toBe(other.address);
  await send();
  expect(wallet.transactions.at(-1)?.from).toBe(wallet.address);
  await expect.poll(() => stack.balanceOf('Northshore', 'ETH', recipient)).toBe(4n);
});
