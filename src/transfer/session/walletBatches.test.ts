import { createClient, custom, numberToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { createConfig, createConnector } from 'wagmi';
import { connect } from 'wagmi/actions';
import { setUpSession } from '../../../lab/web/fakeSession.ts';
import { ACCOUNT, terms } from '../../../lab/web/fixtures.ts';
import type { Wagmi } from '../../account/createWagmi.ts';
import { callsOf, planTransactions } from '../model/transactionPlan.ts';
import { createConnectedWallet } from './connectedWallet.ts';

const CHAIN_ID = terms.origin.chainId;
const SUPPORTED = { [numberToHex(CHAIN_ID)]: { atomic: { status: 'supported' } } };
const plan = callsOf(planTransactions(terms, 0n));

type Answers = Readonly<Record<string, unknown>>;

/** The connection to a wallet that gives these answers. */
async function connectWallet(answers: Answers) {
  const provider = {
    request: async ({ method }: { readonly method: string }) => {
      if (!(method in answers)) throw Object.assign(new Error(`no answer for ${method}`), { code: -32_601 });
      return answers[method];
    },
  };
  const connector = createConnector(() => ({
    ...{ id: 'test', name: 'Test Wallet', type: 'test' },
    connect: async () => ({ accounts: [ACCOUNT], chainId: CHAIN_ID }) as never,
    disconnect: async () => {},
    getAccounts: async () => [ACCOUNT],
    getChainId: async () => CHAIN_ID,
    getProvider: async () => provider,
    isAuthorized: async () => true,
    onAccountsChanged: () => {},
    onChainChanged: () => {},
    onDisconnect: () => {},
  }));
  const chain = {
    ...{ id: CHAIN_ID, name: 'Northshore', rpcUrls: { default: { http: [] } } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  };
  const wagmi = createConfig({
    chains: [chain],
    client: () => createClient({ chain, transport: custom(provider) }),
    storage: null,
  }) as unknown as Wagmi;
  // The types of `connect` accept only the connectors that the configuration names.
  await connect(wagmi, { connector } as never);
  const { atomicStatus, sendBatch, batchStatus } = createConnectedWallet(wagmi);
  return { atomicStatus, sendBatch, batchStatus };
}

describe('a connected wallet', () => {
  it('is sent batches only if it names the capability', async () => {
    for (const [answer, expected] of [
      [SUPPORTED, plan.length],
      [{ [numberToHex(CHAIN_ID)]: { atomicBatch: { supported: true } } }, plan.length],
      [null, 0],
      [5, 0],
      [[1, 2], 0],
      ['yes', 0],
      [{ [numberToHex(CHAIN_ID)]: { atomic: { status: 'perhaps' } } }, 0],
      [{ [numberToHex(CHAIN_ID)]: { atomic: true } }, 0],
    ] as const) {
      const { atomicStatus } = await connectWallet({ wallet_getCapabilities: answer });
      const { run, batches, sent } = setUpSession({ answers: { atomicStatus } });
      await run();
      expect(batches.flat(), JSON.stringify(answer)).toHaveLength(expected);
      expect(sent, JSON.stringify(answer)).toEqual(expected === 0 ? plan : []);
    }
  });

  it('is not asked again after an invalid id of a batch', async () => {
    for (const id of [null, 7, { hash: 'yes' }, '', '0x1234', {}]) {
      const answers = { wallet_getCapabilities: SUPPORTED, wallet_sendCalls: id, wallet_getCallsStatus: null };
      const { problem, transfer, sent } = setUpSession({ answers: await connectWallet(answers) });
      expect(await problem(), JSON.stringify(id)).toMatchObject({ kind: 'uncertain' });
      expect(transfer().status, JSON.stringify(id)).toBe('signing');
      expect(sent, JSON.stringify(id)).toEqual([]);
    }
  });
});
