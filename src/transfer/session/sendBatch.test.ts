import { describe, expect, it } from 'vitest';
import { setUpSession } from '../../../lab/web/fakeSession.ts';
import { DEPOSIT_HASH, walletError } from '../../../lab/web/fakeWallet.ts';
import { terms } from '../../../lab/web/fixtures.ts';
import { callsOf, planTransactions } from '../model/transactionPlan.ts';

const plan = callsOf(planTransactions(terms, 0n));

describe('runSession, a wallet with batches (EIP-5792)', () => {
  const atomicStatus = async () => 'supported';

  it('asks once, for exactly the planned calls', async () => {
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
