import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import type { Address, Hex, PrivateKeyAccount } from 'viem';
import { BaseError, numberToHex } from 'viem';
import type { InstalledChain } from '../../lab/installation/deployment.ts';
import type { ChainName } from '../../lab/installation/installation.ts';
import type { BridgeAnswer, ProviderInfo } from './injectProvider.ts';
import { injectProvider } from './injectProvider.ts';
import type { TestStack } from './testStack.ts';
import type { Behaviour, BehaviourScript } from './walletBehaviour.ts';
import { createBehaviourScript } from './walletBehaviour.ts';
import { unauthorized, unknownChain, unknownMethod, userRejected, WalletError } from './walletError.ts';
import type { SentTransaction } from './walletSigner.ts';
import { askNode, sendTransaction } from './walletSigner.ts';

export type WalletRequest = {
  readonly method: string;
  readonly params: readonly unknown[];
  /** The wallet's chain at the time of the request. */
  readonly chainId: number;
};

export type InstallOptions = {
  /** Announces the wallet by EIP-6963. Default: true. */
  readonly isAnnounced?: boolean;
  /** Sets `window.ethereum`. Default: false. */
  readonly isWindowEthereum?: boolean;
  readonly info?: Partial<ProviderInfo>;
};

/** A browser wallet whose key stays in Node. The test decides how its user answers. */
export type TestWallet = Pick<BehaviourScript, 'next' | 'always'> & {
  readonly address: Address;
  readonly account: PrivateKeyAccount;
  /** Adds the wallet to a page, or to every page of a context. Call it before the page opens. */
  readonly install: (target: Page | BrowserContext, options?: InstallOptions) => Promise<void>;
  /** All requests, oldest first. */
  readonly requests: readonly WalletRequest[];
  /** The requests that ask the user for a signature. */
  readonly signRequests: () => readonly WalletRequest[];
  /** The transactions signed and sent, including those whose hash the page did not get. */
  readonly transactions: readonly SentTransaction[];
  readonly chainId: () => number;
  /** The user switches the wallet to another chain. */
  readonly selectChain: (name: ChainName) => Promise<void>;
  /** The user switches the wallet to another account. */
  readonly selectAccount: (account: PrivateKeyAccount) => Promise<void>;
  /** The user disconnects the page. */
  readonly disconnect: () => Promise<void>;
  /** The chains configured in the wallet. A page can ask it to add more. */
  readonly knownChains: Set<number>;
};

const SIGNING = new Set([
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_sign',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
]);
const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"%3E%3Cpath fill="%23557" d="M0 0h1v1H0z"/%3E%3C/svg%3E';

export function createTestWallet(stack: TestStack, firstAccount: PrivateKeyAccount): TestWallet {
  const script = createBehaviourScript();
  const requests: WalletRequest[] = [];
  const transactions: SentTransaction[] = [];
  const knownChains = new Set(stack.chains.map(({ id }) => id));
  const targets: { readonly target: Page | BrowserContext; readonly emitFunction: string }[] = [];
  let account = firstAccount;
  let chain = findFirst(stack.chains);
  let isPermitted = false;

  const emit = async (event: string, payload: unknown) => {
    for (const { target, emitFunction } of targets) {
      const pages = 'pages' in target ? target.pages() : [target];
      await Promise.all(pages.map((page) => emitInPage(page, { emitFunction, event, payload })));
    }
  };
  const accounts = () => (isPermitted ? [account.address] : []);
  const permit = async () => {
    isPermitted = true;
    return accounts();
  };
  const moveTo = async (next: InstalledChain) => {
    if (next.id === chain.id) return;
    chain = next;
    await emit('chainChanged', numberToHex(next.id));
  };
  const switchChain = async ([request]: readonly unknown[]) => {
    const id = Number((request as { chainId: Hex }).chainId);
    const next = stack.chains.find((candidate) => candidate.id === id);
    if (!next || !knownChains.has(id)) throw unknownChain(id);
    await moveTo(next);
    return null;
  };
  const requirePermitted = (address: unknown) => {
    if (!isPermitted || String(address).toLowerCase() !== account.address.toLowerCase()) throw unauthorized();
  };
  const send = async ([request]: readonly unknown[], signer: PrivateKeyAccount) => {
    const transaction = request as { from?: Hex; chainId?: Hex };
    requirePermitted(transaction.from);
    if (transaction.chainId !== undefined && Number(transaction.chainId) !== chain.id) {
      throw new WalletError(-32_602, `The transaction is for chain ${Number(transaction.chainId)}, not ${chain.id}.`);
    }
    const sent = await sendTransaction(chain, { account: signer, request: transaction });
    transactions.push(sent);
    return sent.hash;
  };

  const methods: Record<string, (params: readonly unknown[], signer: PrivateKeyAccount) => unknown> = {
    eth_chainId: () => numberToHex(chain.id),
    net_version: () => String(chain.id),
    eth_accounts: accounts,
    eth_requestAccounts: permit,
    wallet_requestPermissions: async () => [toPermission(await permit())],
    wallet_getPermissions: () => (isPermitted ? [toPermission(accounts())] : []),
    wallet_revokePermissions: () => {
      isPermitted = false;
      return null;
    },
    wallet_switchEthereumChain: switchChain,
    wallet_addEthereumChain: async (params) => {
      knownChains.add(Number((params[0] as { chainId: Hex }).chainId));
      return switchChain(params);
    },
    eth_sendTransaction: send,
    personal_sign: ([message, address], signer) => {
      requirePermitted(address);
      return signer.signMessage({ message: { raw: message as Hex } });
    },
    eth_signTypedData_v4: ([address, json], signer) => {
      requirePermitted(address);
      return signer.signTypedData(JSON.parse(String(json)));
    },
  };

  const perform = async (request: Omit<WalletRequest, 'chainId'>, signer: PrivateKeyAccount): Promise<unknown> => {
    const method = methods[request.method];
    if (method) return method(request.params, signer);
    if (!/^(?:eth|net|web3)_/.test(request.method)) throw unknownMethod(request.method);
    return askNode(chain, request);
  };
  const answer = async (request: Omit<WalletRequest, 'chainId'>): Promise<BridgeAnswer> => {
    requests.push({ ...request, chainId: chain.id });
    try {
      const behaviour = script.take(request.method);
      const signer = behaviour.kind === 'signAs' ? behaviour.account : account;
      return { result: await behave(behaviour, { params: request.params, perform: () => perform(request, signer) }) };
    } catch (error) {
      return { error: toWalletError(error) };
    }
  };

  return {
    ...script,
    account,
    get address() {
      return account.address;
    },
    requests,
    transactions,
    knownChains,
    chainId: () => chain.id,
    signRequests: () => requests.filter(({ method }) => SIGNING.has(method)),
    install: async (target, options = {}) => {
      const suffix = randomUUID().replaceAll('-', '');
      const [requestFunction, emitFunction] = [`testWalletRequest${suffix}`, `testWalletEmit${suffix}`];
      await target.exposeFunction(requestFunction, answer);
      await target.addInitScript(injectProvider, {
        info: { uuid: randomUUID(), name: 'Test Wallet', icon: ICON, rdns: 'org.example.testwallet', ...options.info },
        requestFunction,
        emitFunction,
        isAnnounced: options.isAnnounced ?? true,
        isWindowEthereum: options.isWindowEthereum ?? false,
      });
      targets.push({ target, emitFunction });
    },
    selectChain: async (name) => moveTo(stack.chain(name)),
    selectAccount: async (next) => {
      account = next;
      if (isPermitted) await emit('accountsChanged', accounts());
    },
    disconnect: async () => {
      isPermitted = false;
      await emit('accountsChanged', []);
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

function toPermission(accounts: readonly Address[]) {
  return { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: accounts }] };
}

function toWalletError(error: unknown): { code: number; message: string } {
  if (error instanceof WalletError) return { code: error.code, message: error.message };
  if (error instanceof BaseError) return { code: -32_000, message: error.details || error.shortMessage };
  return { code: -32_603, message: String(error) };
}

// As in a browser, a closed or unloaded page misses the event.
async function emitInPage(
  page: Page,
  { emitFunction, event, payload }: { emitFunction: string; event: string; payload: unknown },
): Promise<void> {
  await page
    .evaluate(
      ([name, eventName, value]) => {
        const emitTo = (window as unknown as Record<string, ((event: string, payload: unknown) => void) | undefined>)[
          name
        ];
        emitTo?.(eventName, value);
      },
      [emitFunction, event, payload] as const,
    )
    .catch(() => {});
}

function findFirst(chains: readonly InstalledChain[]): InstalledChain {
  const [first] = chains;
  if (!first) throw new Error('The stack has no chains.');
  return first;
}
