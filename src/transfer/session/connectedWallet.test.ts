import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createConfig, createStorage, injected } from 'wagmi';
import { connect } from 'wagmi/actions';
import { setUpSession } from '../../../tools/lab/web/fakeSession.ts';
import { config, terms } from '../../../tools/lab/web/fixtures.ts';
import { createMemoryStorage } from '../../../tools/lab/web/memoryStorage.ts';
import type { Wagmi } from '../../account/createWagmi.ts';
import { createChainClients } from '../../chain/chainClients.ts';
import { createConnectedWallet } from './connectedWallet.ts';

const GARBAGE: Readonly<Record<string, unknown>> = {
  null: null,
  'a number': 12,
  'an object': { a: 1 },
  nonsense: ['0xnonsense'],
  text: 'garbage',
};

// wagmi looks for a provider only in a page.
beforeAll(() => void vi.stubGlobal('window', {}));
afterAll(() => void vi.unstubAllGlobals());

/** A wallet in the page that answers one method with garbage, and the others correctly. */
async function connectTo(method: string, result: unknown) {
  const answers: Readonly<Record<string, unknown>> = {
    eth_requestAccounts: [terms.account],
    eth_accounts: [terms.account],
    eth_chainId: `0x${terms.origin.chainId.toString(16)}`,
    wallet_switchEthereumChain: null,
  };
  const asked: string[] = [];
  const provider = {
    request: async (call: { method: string }) => {
      asked.push(call.method);
      if (call.method === method) return result;
      if (call.method in answers) return answers[call.method];
      throw Object.assign(new Error('not here'), { code: -32_601 });
    },
    on: () => {},
    removeListener: () => {},
  };
  const clientOf = createChainClients(config);
  const [first, ...rest] = config.chains.map(({ id }) => clientOf(id).chain);
  if (!first) throw new Error('there are two chains');
  const wagmi = createConfig({
    chains: [first, ...rest],
    client: ({ chain }) => clientOf(chain.id),
    connectors: [injected({ target: { id: 'test', name: 'Test Wallet', provider: provider as never } })],
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage: createMemoryStorage(), key: 'test' }),
  }) as unknown as Wagmi;
  const [connector] = wagmi.connectors;
  if (!connector) throw new Error('there is a connector');
  const wallet = createConnectedWallet(wagmi);
  const connected = wallet.connected();
  await connect(wagmi, { connector }).catch(() => {});
  return { wallet, asked, connected };
}

describe('a wallet in the page', () => {
  it('tells when it is connected, before and after', async () => {
    const { wallet, connected } = await connectTo('none', null);
    await connected;
    await wallet.connected();
    expect(wallet.announced()?.account).toBe(terms.account);
  });

  it('connects, and signs for the account and the chain that it announces', async () => {
    const { wallet } = await connectTo('none', null);
    expect(wallet.announced()).toEqual({ account: terms.account, chainId: terms.origin.chainId });
    expect(await wallet.accounts()).toEqual([terms.account]);
    expect(await wallet.chainId()).toBe(terms.origin.chainId);
  });

  describe.each(['eth_requestAccounts', 'eth_accounts', 'eth_chainId'])('with garbage for %s', (method) => {
    it.each(Object.entries(GARBAGE))('%s is asked for no signature', async (_what, result) => {
      const { wallet, asked } = await connectTo(method, result);
      const { announced, accounts, chainId, switchChain } = wallet;
      const { problem, sent } = setUpSession({ answers: { announced, accounts, chainId, switchChain } });
      const found = await problem();
      expect(asked.filter((name) => /sendTransaction|sign/i.test(name))).toEqual([]);
      // A wallet that announced a valid account when it connected may ask again; garbage never reaches the transfer.
      if (found === null) expect(wallet.announced()).toEqual({ account: terms.account, chainId: terms.origin.chainId });
      else expect(sent).toEqual([]);
    });
  });
});
