import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import type { Address, Hex, PrivateKeyAccount } from 'viem';
import { BaseError, numberToHex } from 'viem';
import type { ChainName } from '../../tools/lab/chains/chainsAndTokens.ts';
import type { InstalledChain } from '../../tools/lab/chains/deployment.ts';
import type { SentTransaction } from './sendTransaction.ts';
import { askNode, sendTransaction } from './sendTransaction.ts';
import type { TestStack } from './testStack.ts';

/** How the wallet, or its user, answers a request. */
export type Behaviour =
  | { readonly kind: 'approve' }
  | { readonly kind: 'reject' }
  /** Does nothing and never answers. */
  | { readonly kind: 'hang' }
  /** Performs the request once the promise resolves. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  /** Does nothing and gives this answer. */
  | { readonly kind: 'answer'; readonly result: unknown }
  | { readonly kind: 'fail'; readonly code: number; readonly message: string }
  /** Performs the request and never answers. */
  | { readonly kind: 'loseAnswer' }
  /** Performs the request and answers with a rejection. */
  | { readonly kind: 'denyDone' }
  /** Signs with this account in place of the connected one. */
  | { readonly kind: 'signAs'; readonly account: PrivateKeyAccount }
  | { readonly kind: 'run'; readonly work: (params: readonly unknown[]) => unknown };

export type WalletRequest = {
  readonly method: string;
  readonly params: readonly unknown[];
  /** The wallet's chain at the time of the request. */
  readonly chainId: number;
};

/** A browser wallet whose key stays in Node. Tests decide how its user answers. */
export type TestWallet = {
  readonly address: Address;
  readonly account: PrivateKeyAccount;
  /** Adds the wallet to a page, or to every page of a context. Call this before the page opens. */
  readonly install: (target: Page | BrowserContext) => Promise<void>;
  /** Queues the answer to one request of the method. */
  readonly next: (method: string, behaviour: Behaviour) => void;
  /** Sets the answer to requests of the method when no answer is queued. */
  readonly always: (method: string, behaviour: Behaviour) => void;
  /** Claims to support atomic batches (EIP-5792) on every chain. */
  readonly claimBatches: () => void;
  /** All requests, oldest first. */
  readonly requests: readonly WalletRequest[];
  /** The requests that ask the user for a signature. */
  readonly signRequests: () => readonly WalletRequest[];
  /** All signed and sent transactions, including those whose hash the page did not get. */
  readonly transactions: readonly SentTransaction[];
  readonly chainId: () => number;
  /** The user switches the wallet to another chain. */
  readonly selectChain: (name: ChainName) => Promise<void>;
  /** The user switches the wallet to another account. */
  readonly selectAccount: (account: PrivateKeyAccount) => Promise<void>;
};

/** The parameters of `wallet_sendCalls`. */
export type Batch = {
  readonly chainId: Hex;
  readonly calls: readonly { readonly to: Address; readonly data?: Hex; readonly value?: Hex }[];
};

const SIGNING = new Set([
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_sign',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
]);
const APPROVE: Behaviour = { kind: 'approve' };
/** Used as batch id and as block hash, neither of which the app reads. */
export const ANY_ID = `0x${'ab'.repeat(32)}`;

export function createTestWallet(stack: TestStack, firstAccount: PrivateKeyAccount): TestWallet {
  const planned = new Map<string, Behaviour[]>();
  const defaults = new Map<string, Behaviour>();
  const requests: WalletRequest[] = [];
  const transactions: SentTransaction[] = [];
  const targets: { readonly target: Page | BrowserContext; readonly emitFunction: string }[] = [];
  let account = firstAccount;
  let chain: InstalledChain = stack.chain('Northshore');
  let isPermitted = false;

  const emit = async (event: string, payload: unknown) => {
    for (const { target, emitFunction } of targets) {
      const pages = 'pages' in target ? target.pages() : [target];
      await Promise.all(pages.map((page) => emitInPage(page, { emitFunction, event, payload })));
    }
  };
  const accounts = () => (isPermitted ? [account.address] : []);
  const permissions = () => [
    { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: accounts() }] },
  ];
  const chainOf = (id: Hex): InstalledChain => {
    const found = stack.chains.find((candidate) => candidate.id === Number(id));
    if (!found) throw new WalletError(4902, `Unrecognized chain ID "${id}".`);
    return found;
  };
  const moveTo = async (next: InstalledChain) => {
    if (next.id === chain.id) return;
    chain = next;
    await emit('chainChanged', numberToHex(next.id));
  };
  const requireChain = (id: Hex) => {
    if (Number(id) === chain.id) return;
    throw new WalletError(-32_602, `The transaction is for chain ${Number(id)}, not ${chain.id}.`);
  };
  const sign = async (request: object, signer: PrivateKeyAccount) => {
    const sent = await sendTransaction(chain, { account: signer, request });
    transactions.push(sent);
    return sent.hash;
  };

  const methods: Record<string, (params: readonly never[], signer: PrivateKeyAccount) => unknown> = {
    eth_chainId: () => numberToHex(chain.id),
    eth_accounts: accounts,
    eth_requestAccounts: () => {
      isPermitted = true;
      return accounts();
    },
    wallet_requestPermissions: () => {
      isPermitted = true;
      return permissions();
    },
    wallet_getPermissions: () => (isPermitted ? permissions() : []),
    wallet_revokePermissions: () => {
      isPermitted = false;
      return null;
    },
    wallet_switchEthereumChain: async ([request]: readonly { chainId: Hex }[]) => {
      if (request) await moveTo(chainOf(request.chainId));
      return null;
    },
    wallet_watchAsset: () => true,
    eth_sendTransaction: ([request]: readonly { from?: Hex; chainId?: Hex }[], signer) => {
      if (!isPermitted || request?.from?.toLowerCase() !== account.address.toLowerCase()) {
        throw new WalletError(4100, 'The requested account has not been authorized by the user.');
      }
      if (request.chainId !== undefined) requireChain(request.chainId);
      return sign(request, signer);
    },
    // The account has no code, so calls are sent one after another. The page sees the same requests and answers.
    wallet_sendCalls: async ([batch]: readonly Batch[], signer) => {
      if (!batch) throw new WalletError(-32_602, 'There is no batch.');
      requireChain(batch.chainId);
      for (const { to, data = '0x', value = '0x0' } of batch.calls) {
        const hash = await sign({ to, data, value }, signer);
        await stack.chain(chain.name).client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
      }
      return { id: ANY_ID };
    },
    wallet_getCallsStatus: () => batchStatus(chain.id, transactions.at(-1)?.hash),
  };

  const perform = async ({ method, params }: Omit<WalletRequest, 'chainId'>, signer: PrivateKeyAccount) => {
    const own = methods[method];
    if (own) return own(params as readonly never[], signer);
    if (/^(?:eth|net|web3)_/.test(method)) return askNode(chain, { method, params });
    throw new WalletError(-32_601, `The method "${method}" does not exist / is not available.`);
  };
  const answer = async (request: Omit<WalletRequest, 'chainId'>): Promise<WalletAnswer> => {
    requests.push({ ...request, chainId: chain.id });
    const behaviour = planned.get(request.method)?.shift() ?? defaults.get(request.method) ?? APPROVE;
    const signer = behaviour.kind === 'signAs' ? behaviour.account : account;
    try {
      return { result: await behave(behaviour, { params: request.params, perform: () => perform(request, signer) }) };
    } catch (error) {
      return { error: toWalletError(error) };
    }
  };

  return {
    account,
    get address() {
      return account.address;
    },
    requests,
    transactions,
    chainId: () => chain.id,
    signRequests: () => requests.filter(({ method }) => SIGNING.has(method)),
    next: (method, behaviour) => void planned.set(method, [...(planned.get(method) ?? []), behaviour]),
    always: (method, behaviour) => void defaults.set(method, behaviour),
    claimBatches: () => {
      const capabilities = stack.chains.map(({ id }) => [numberToHex(id), { atomic: { status: 'supported' } }]);
      defaults.set('wallet_getCapabilities', { kind: 'answer', result: Object.fromEntries(capabilities) });
    },
    install: async (target) => {
      const suffix = randomUUID().replaceAll('-', '');
      const [requestFunction, emitFunction] = [`testWalletRequest${suffix}`, `testWalletEmit${suffix}`];
      await target.exposeFunction(requestFunction, answer);
      await target.addInitScript(injectProvider, { uuid: randomUUID(), requestFunction, emitFunction });
      targets.push({ target, emitFunction });
    },
    selectChain: (name) => moveTo(stack.chain(name)),
    selectAccount: async (next) => {
      account = next;
      if (isPermitted) await emit('accountsChanged', accounts());
    },
  };
}

type Task = { readonly params: readonly unknown[]; readonly perform: () => Promise<unknown> };

async function behave(behaviour: Behaviour, { params, perform }: Task): Promise<unknown> {
  switch (behaviour.kind) {
    case 'approve':
    case 'signAs':
      return perform();
    case 'reject':
      throw userRejected();
    case 'hang':
      return never();
    case 'hold':
      await behaviour.until;
      return perform();
    case 'answer':
      return behaviour.result;
    case 'fail':
      throw new WalletError(behaviour.code, behaviour.message);
    case 'loseAnswer':
      await perform();
      return never();
    case 'denyDone':
      await perform();
      throw userRejected();
    case 'run':
      return behaviour.work(params);
  }
}

function never(): Promise<never> {
  return new Promise(() => {});
}

/** The answer to `wallet_getCallsStatus` for a mined batch. */
export function batchStatus(chainId: number, transactionHash: string | undefined) {
  const receipt = { logs: [], status: '0x1', blockHash: ANY_ID, blockNumber: '0x1', gasUsed: '0x1', transactionHash };
  const batch = { version: '2.0.0', id: ANY_ID, chainId: numberToHex(chainId), atomic: true };
  return { ...batch, status: 200, receipts: [receipt] };
}

/** A provider's error, with a code from EIP-1193 or EIP-1474. */
class WalletError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const userRejected = () => new WalletError(4001, 'User rejected the request.');

function toWalletError(error: unknown): { code: number; message: string } {
  if (error instanceof WalletError) return { code: error.code, message: error.message };
  if (error instanceof BaseError) return { code: -32_000, message: error.details || error.shortMessage };
  return { code: -32_603, message: String(error) };
}

type WalletAnswer = { readonly result: unknown } | { readonly error: { code: number; message: string } };
type Listener = (payload: unknown) => void;
type InjectedWallet = {
  readonly uuid: string;
  /** The page's function that sends a request to the wallet in Node. */
  readonly requestFunction: string;
  /** The page's function that emits the wallet's events. */
  readonly emitFunction: string;
};

/** Runs in the page before the app's scripts. Playwright serializes it, so it can use only its argument. */
function injectProvider({ uuid, requestFunction, emitFunction }: InjectedWallet): void {
  const page = window as unknown as Record<string, unknown>;
  const listeners = new Map<string, Set<Listener>>();
  const listenersOf = (event: string): Set<Listener> => {
    const found = listeners.get(event) ?? new Set();
    listeners.set(event, found);
    return found;
  };
  const provider = {
    request: async ({ method, params = [] }: { method: string; params?: unknown }) => {
      const ask = page[requestFunction] as (request: unknown) => Promise<WalletAnswer>;
      const answer = await ask({ method, params });
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
      return answer.result;
    },
    on: (event: string, listener: Listener) => {
      listenersOf(event).add(listener);
      return provider;
    },
    removeListener: (event: string, listener: Listener) => {
      listenersOf(event).delete(listener);
      return provider;
    },
  };
  page[emitFunction] = (event: string, payload: unknown) => {
    for (const listener of [...listenersOf(event)]) listener(payload);
  };
  const icon =
    'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"%3E%3Cpath fill="%23557" d="M0 0h1v1H0z"/%3E%3C/svg%3E';
  const info = Object.freeze({ uuid, name: 'Test Wallet', icon, rdns: 'org.example.testwallet' });
  const detail = Object.freeze({ info, provider });
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}

// As in a real browser, a closed or unloaded page misses the event.
async function emitInPage(
  page: Page,
  { emitFunction, event, payload }: { emitFunction: string; event: string; payload: unknown },
): Promise<void> {
  await page
    .evaluate(
      ([name, eventName, value]) => {
        const emitters = window as unknown as Record<string, ((event: string, payload: unknown) => void) | undefined>;
        emitters[name]?.(eventName, value);
      },
      [emitFunction, event, payload] as const,
    )
    .catch(() => {});
}
