import type { Hash } from 'viem';
import { InsufficientFundsError, UserRejectedRequestError } from 'viem';
import { describe, expect, it } from 'vitest';
import { setUpSession } from '../../../tools/lab/web/fakeSession.ts';
import { APPROVAL_HASH, DEPOSIT_HASH, hashOf, walletError } from '../../../tools/lab/web/fakeWallet.ts';
import { OTHER_ACCOUNT, terms } from '../../../tools/lab/web/fixtures.ts';
import type { WalletProblem } from '../../account/walletProblem.ts';
import { callsOf, planTransactions } from '../model/transactionPlan.ts';
import type { ConnectedWallet } from './connectedWallet.ts';
import { revokeAllowance } from './session.ts';

const { chainId } = terms.origin;
const OTHER_CHAIN = 31338;
const plan = callsOf(planTransactions(terms, 0n));
const [approval, deposit] = plan;

/** Answers an approval as usual and the deposit with the given answer. */
function answerDeposit(answer: () => Promise<unknown>): Partial<ConnectedWallet> {
  return { send: async (_from, { to }) => (to === terms.deposit.to ? answer() : APPROVAL_HASH) };
}
const approved = { allowance: terms.send };

const INVALID_HASHES: readonly (readonly [what: string, answer: unknown])[] = [
  ['null', null],
  ['a number', 7],
  ['an object', { hash: 'yes' }],
  ['an empty text', ''],
  ['a short hash', '0x1234'],
];

describe('runSession, one transaction after the other', () => {
  it('simulates and signs exactly the planned approval and deposit', async () => {
    const { run, sent, simulated, transfer } = setUpSession();
    await run();
    expect(sent).toEqual(plan);
    expect(simulated).toEqual([[approval], [deposit]]);
    expect(transfer()).toMatchObject({ status: 'sent', hash: DEPOSIT_HASH });
  });

  it('plans from the current allowance', async () => {
    const covered = setUpSession({ chain: approved });
    await covered.run();
    expect(covered.sent).toEqual([deposit]);
    const leftover = setUpSession({ chain: { allowance: 1n }, terms: { resetsAllowance: true } });
    await leftover.run();
    expect(leftover.sent).toEqual(callsOf(planTransactions({ ...terms, resetsAllowance: true }, 1n)));
  });

  it('stores that the wallet opens before it asks for the deposit', async () => {
    const stored: unknown[] = [];
    const parts = setUpSession({
      chain: approved,
      answers: answerDeposit(async () => {
        stored.push(parts.transfer());
        return DEPOSIT_HASH;
      }),
    });
    await parts.run();
    expect(stored).toMatchObject([{ status: 'signing', attempt: { nonce: 7, fromBlock: 100n } }]);
  });

  it('asks for no deposit that the browser does not store', async () => {
    let isFull = false;
    const { problem, sent, transfer } = setUpSession({ chain: approved, isStorageFull: () => isFull });
    isFull = true;
    expect(await problem()).toEqual({ kind: 'notStored' });
    expect(sent).toEqual([]);
    expect(transfer().status).toBe('readyToSign');
  });

  it('asks for no transaction whose simulation reverts', async () => {
    const { problem, sent } = setUpSession({ chain: { simulationReverts: 'ZeroAmount()' } });
    expect(await problem()).toEqual({ kind: 'wouldRevert', reason: 'ZeroAmount()' });
    expect(sent).toEqual([]);
  });

  it('continues like the review when no node simulates, and still stops at a call that reverts', async () => {
    const { run, problem, chain, sent, transfer } = setUpSession({
      chain: { canSimulate: false },
      answers: {
        send: async (_from, { to }) => {
          // From here on the node simulates again.
          chain.canSimulate = true;
          return to === terms.deposit.to ? DEPOSIT_HASH : APPROVAL_HASH;
        },
      },
    });
    chain.simulationReverts = 'ZeroAmount()';
    chain.allowance = 0n;
    expect(await problem()).toEqual({ kind: 'allowanceTooLow', allowance: 0n });
    expect(sent).toEqual([approval]);
    Object.assign(chain, approved);
    expect(await problem()).toEqual({ kind: 'wouldRevert', reason: 'ZeroAmount()' });
    chain.canSimulate = false;
    await run();
    expect(sent).toEqual(plan);
    expect(transfer()).toMatchObject({ status: 'sent', hash: DEPOSIT_HASH });
  });

  it('asks for nothing once the terms are older than five minutes', async () => {
    const { problem, sent } = setUpSession({ session: { now: () => terms.createdAt + 5 * 60_000 + 1 } });
    expect(await problem()).toEqual({ kind: 'quoteExpired' });
    expect(sent).toEqual([]);
  });

  it('uses the deposit of an earlier session and signs nothing', async () => {
    const { store, run, sent, transfer } = setUpSession({ chain: { ...approved, deposits: [hashOf('1')] } });
    store.getState().apply(terms.id, { type: 'walletOpened', attempt: { nonce: 1, fromBlock: 9n } });
    store.getState().apply(terms.id, { type: 'notSigned' });
    await run();
    expect(sent).toEqual([]);
    expect(transfer()).toMatchObject({ status: 'sent', hash: hashOf('1') });
  });
});

describe('runSession, a wallet that refuses', () => {
  const rejections = {
    'a viem rejection': new UserRejectedRequestError(new Error('no')),
    'code 4001': walletError(4001),
  };
  it.each(Object.entries(rejections))('leaves the transfer ready to sign after %s', async (_name, error) => {
    const { problem, transfer } = setUpSession({
      chain: approved,
      answers: answerDeposit(() => Promise.reject(error)),
    });
    expect(await problem()).toEqual({ kind: 'rejected' });
    expect(transfer()).toMatchObject({ status: 'readyToSign', attempt: { isRefused: true } });
  });

  it('reports an unauthorized account and missing gas as certain refusals', async () => {
    const unauthorized = setUpSession({
      chain: approved,
      answers: answerDeposit(() => Promise.reject(walletError(4100))),
    });
    expect(await unauthorized.problem()).toEqual({ kind: 'otherAccount' });
    const poor = new InsufficientFundsError({});
    const gasless = setUpSession({ chain: approved, answers: answerDeposit(() => Promise.reject(poor)) });
    expect(await gasless.problem()).toEqual({ kind: 'insufficientGas' });
    expect([unauthorized.transfer().status, gasless.transfer().status]).toEqual(['readyToSign', 'readyToSign']);
  });

  const unclear: readonly (readonly [what: string, answer: () => Promise<unknown>])[] = [
    ['another error', () => Promise.reject(new Error('timeout'))],
    ...INVALID_HASHES.map(([what, answer]) => [what, async () => answer] as const),
  ];
  it.each(unclear)('keeps searching for the deposit after %s', async (_name, answer) => {
    const { problem, transfer } = setUpSession({ chain: approved, answers: answerDeposit(answer) });
    expect(await problem()).toMatchObject({ kind: 'uncertain' });
    expect(transfer().status).toBe('signing');
  });

  it('does not accept a hash that belongs to another transfer', async () => {
    const isClaimed = (hash: Hash) => hash === DEPOSIT_HASH;
    const inCapitals = answerDeposit(async () => `0x${DEPOSIT_HASH.slice(2).toUpperCase()}`);
    for (const answers of [{}, inCapitals]) {
      const { problem, transfer } = setUpSession({ chain: approved, session: { isClaimed }, answers });
      expect(await problem()).toMatchObject({ kind: 'uncertain' });
      expect(transfer().status).toBe('signing');
    }
  });
});

describe('runSession, approvals', () => {
  it('reports an approval that was mined and reverted', async () => {
    const { problem, sent, transfer } = setUpSession({ chain: { approvalStatus: 'reverted' } });
    expect(await problem()).toEqual({ kind: 'approvalReverted' });
    expect(sent).toEqual([approval]);
    expect(transfer()).toMatchObject({ status: 'approving', approvalHash: APPROVAL_HASH });
  });

  it('reports an allowance that the user lowered in the wallet', async () => {
    const { problem, chain, sent } = setUpSession({
      answers: {
        send: async () => {
          chain.allowance = 5n;
          return APPROVAL_HASH;
        },
      },
    });
    expect(await problem()).toEqual({ kind: 'allowanceTooLow', allowance: 5n });
    expect(sent).toEqual([approval]);
  });

  it.each(INVALID_HASHES)('may ask again after an approval that the wallet answers with %s', async (_what, answer) => {
    let isConfused = true;
    const { problem, run, transfer, chain, sent } = setUpSession({
      answers: {
        send: async (_from, { to }) => {
          if (to === terms.deposit.to) return DEPOSIT_HASH;
          if (isConfused) return answer;
          chain.allowance = terms.send;
          return APPROVAL_HASH;
        },
      },
    });
    expect(await problem()).toMatchObject({ kind: 'noApprovalHash' });
    expect(transfer().status).toBe('approving');
    isConfused = false;
    await run();
    expect(sent).toEqual([approval, approval, deposit]);
    expect(transfer()).toMatchObject({ status: 'sent', hash: DEPOSIT_HASH });
  });

  it('revokes with one call that sets the allowance to zero', async () => {
    const { session, sent, chain } = setUpSession({ chain: { allowance: 9n } });
    await revokeAllowance(session);
    expect(sent).toMatchObject([{ kind: 'resetAllowance', to: terms.origin.token }]);
    expect(chain.allowance).toBe(0n);
  });
});

describe('runSession, account and chain', () => {
  const unusable: [string, Partial<ConnectedWallet>, WalletProblem['kind']][] = [
    ['no wallet is connected', { announced: () => null, connected: () => new Promise(() => {}) }, 'notConnected'],
    ['another account is announced', { announced: () => ({ account: OTHER_ACCOUNT, chainId }) }, 'otherAccount'],
    ['the wallet reports other accounts', { accounts: async () => [OTHER_ACCOUNT] }, 'otherAccount'],
    ['the wallet does not answer', { accounts: () => Promise.reject(new Error('locked')) }, 'notConnected'],
  ];
  it.each(unusable)('asks for nothing when %s', async (_name, answers, kind) => {
    const { problem, sent } = setUpSession({ answers });
    expect(await problem()).toEqual({ kind });
    expect(sent).toEqual([]);
  });

  it('waits for the wallet of the last visit, which connects a moment after the page has loaded', async () => {
    let announced: ReturnType<ConnectedWallet['announced']> = null;
    const connected = async () => {
      announced = { account: terms.account, chainId };
    };
    const { run, transfer } = setUpSession({ answers: { announced: () => announced, connected } });
    await run();
    expect(transfer().status).toBe('sent');
  });

  it('switches the wallet to the origin chain first', async () => {
    let current = OTHER_CHAIN;
    const switchChain = async (to: number) => {
      current = to;
    };
    const { run, transfer } = setUpSession({ answers: { chainId: async () => current, switchChain } });
    await run();
    expect(current).toBe(chainId);
    expect(transfer().status).toBe('sent');
  });

  it.each([
    ['rejects the switch', () => Promise.reject(walletError(4001)), 'rejected'],
    ['fails to switch', () => Promise.reject(new Error('no such chain')), 'otherChain'],
    ['falsely reports a switch', async () => {}, 'otherChain'],
    ['never answers the switch', () => new Promise<void>(() => {}), 'otherChain'],
  ] as const)('asks for nothing when the wallet %s', async (_name, switchChain, kind) => {
    const { problem, sent } = setUpSession({ answers: { chainId: async () => OTHER_CHAIN, switchChain } });
    expect(await problem()).toEqual({ kind });
    expect(sent).toEqual([]);
  });

  it('asks for no deposit when the account changed during the approval', async () => {
    let accounts = [terms.account];
    const parts = setUpSession({
      answers: {
        accounts: async () => accounts,
        send: async () => {
          accounts = [OTHER_ACCOUNT];
          parts.chain.allowance = terms.send;
          return APPROVAL_HASH;
        },
      },
    });
    expect(await parts.problem()).toEqual({ kind: 'otherAccount' });
    expect(parts.sent).toEqual([approval]);
  });
});
