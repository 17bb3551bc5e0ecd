import { createClient, custom, numberToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { createConfig, createConnector } from 'wagmi';
import { connect } from 'wagmi/actions';
import { setUpSession } from '../../../tools/lab/web/fakeSession.ts';
import { DEPOSIT_HASH, walletError } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT, terms } from '../../../tools/lab/web/fixtures.ts';
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
  // The types of `connect` accept only configured connectors.
  await connect(wagmi, { connector } as never);
  const { atomicStatus, sendBatch, batchStatus } = createConnectedWallet(wagmi);
  return { atomicStatus, sendBatch, batchStatus };
}

describe('a connected wallet', () => {
  it('is sent batches only if it announces the capability', async () => {
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

  it('is not asked again after an invalid batch id', async () => {
    for (const id of [null, 7, { hash: 'yes' }, '', '0x1234', {}]) {
      const answers = { wallet_getCapabilities: SUPPORTED, wallet_sendCalls: id, wallet_getCallsStatus: null };
      const { problem, transfer, sent } = setUpSession({ answers: await connectWallet(answers) });
      expect(await problem(), JSON.stringify(id)).toMatchObject({ kind: 'uncertain' });
      expect(transfer().status, JSON.stringify(id)).toBe('signing');
      expect(sent, JSON.stringify(id)).toEqual([]);
    }
  });
});

describe('runSession, a wallet with batches (EIP-5792)', () => {
  const atomicStatus = async () => 'supported';

  it('is asked once, for exactly the planned calls', async () => {
    const { run, sent, batches, simulated, transfer } = setUpSession({ answers: { atomicStatus } });
    await run();
    expect(batches).toEqual([plan]);
    expect(simulated).toEqual([plan]);
    expect(sent).toEqual([]);
    expect(transfer()).toMatchObject({ status: 'sent', hash: DEPOSIT_HASH });
  });

  it.each([-32_601, 4200, 5700, 5740])('falls back to single transactions after code %i', async (code) => {
    const sendBatch = () => Promise.reject(walletError(code));
    const { run, sent, transfer } = setUpSession({ answers: { atomicStatus, sendBatch } });
    await run();
    expect(sent).toEqual(plan);
    expect(transfer().status).toBe('sent');
  });

  it('signs single transactions when the capabilities are unreadable or late', async () => {
    for (const answer of [() => Promise.reject(new Error('garbage')), () => new Promise<null>(() => {})]) {
      const { run, sent, batches } = setUpSession({ answers: { atomicStatus: answer } });
      await run();
      expect(batches).toEqual([]);
      expect(sent).toEqual(plan);
    }
  });

  it('leaves the transfer ready to sign after a rejection or an undone batch', async () => {
    const rejected = setUpSession({ answers: { atomicStatus, sendBatch: () => Promise.reject(walletError(4001)) } });
    expect(await rejected.problem()).toEqual({ kind: 'rejected' });
    const batchStatus = async () => ({ status: 'failure', hash: null }) as const;
    const undone = setUpSession({ answers: { atomicStatus, batchStatus } });
    expect(await undone.problem()).toEqual({ kind: 'batchFailed' });
    expect([rejected.transfer().status, undone.transfer().status]).toEqual(['readyToSign', 'readyToSign']);
  });

  it('keeps searching for the deposit when the wallet does not report the status', async () => {
    for (const batchStatus of [
      () => Promise.reject(new Error('no idea')),
      async () => ({ status: 'pending', hash: null }) as const,
    ]) {
      const { problem, transfer } = setUpSession({ answers: { atomicStatus, batchStatus } });
      expect(await problem()).toMatchObject({ kind: 'uncertain' });
      expect(transfer().status).toBe('signing');
    }
  });
});
