import { describe, expect, it } from 'vitest';
import { setUpSession } from '../../../tools/lab/web/fakeSession.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { terms } from '../../../tools/lab/web/fixtures.ts';
import { callsOf, planTransactions } from '../model/transactionPlan.ts';

const PROPOSAL = hashOf('e');
const plan = callsOf(planTransactions(terms, 0n));
const batching = { atomicStatus: async () => 'supported', sendBatch: async () => PROPOSAL };
const safe = { isSafe: true };

describe('runSession, a Safe that collects signatures', () => {
  it("keeps a batch's proposal, and lets the tracker find the deposit", async () => {
    const batchStatus = async () => ({ status: 'pending', hash: null }) as const;
    const { problem, batches, transfer } = setUpSession({ chain: safe, answers: { ...batching, batchStatus } });
    expect(await problem()).toBeNull();
    expect(batches).toEqual([plan]);
    expect(transfer()).toMatchObject({ status: 'signing', proposal: PROPOSAL, attempt: { fromBlock: 100n } });
  });

  it('stores the proposal before it waits for the owners', async () => {
    const stored: unknown[] = [];
    const parts = setUpSession({
      chain: safe,
      answers: {
        ...batching,
        batchStatus: async () => {
          stored.push(parts.transfer());
          return { status: 'failure', hash: null };
        },
      },
    });
    expect(await parts.problem()).toEqual({ kind: 'batchFailed' });
    expect(stored).toMatchObject([{ status: 'signing', proposal: PROPOSAL }]);
    expect(parts.transfer().status).toBe('readyToSign');
  });

  it('uses the hash of the transaction that the Safe reports', async () => {
    const { run, transfer } = setUpSession({ chain: safe, answers: batching });
    await run();
    expect(transfer()).toMatchObject({ status: 'sent', hash: hashOf('d') });
  });

  it("keeps a single transaction's proposal", async () => {
    const chain = { ...safe, allowance: terms.send };
    const { run, transfer } = setUpSession({ chain, answers: { send: async () => PROPOSAL } });
    await run();
    expect(transfer()).toMatchObject({ status: 'signing', proposal: PROPOSAL });
  });

  it('waits for the allowance if an approval has no receipt', async () => {
    const { run, sent, transfer } = setUpSession({ chain: safe });
    await run();
    expect(sent).toEqual(plan);
    expect(transfer()).toMatchObject({ status: 'signing', proposal: hashOf('d') });
  });

  it("asks the wallet for a proposal's result when the person continues", async () => {
    let isCancelled = false;
    const batchStatus = async () => ({ status: isCancelled ? 'failure' : 'pending', hash: null }) as const;
    const { run, problem, batches, transfer } = setUpSession({ chain: safe, answers: { ...batching, batchStatus } });
    await run();
    isCancelled = true;
    expect(await problem()).toEqual({ kind: 'batchFailed' });
    expect(batches).toHaveLength(1);
    expect(transfer().status).toBe('readyToSign');
  });

  it("treats an ordinary account's answer as a transaction", async () => {
    const { run, transfer } = setUpSession({ chain: { allowance: terms.send } });
    await run();
    expect(transfer().status).toBe('sent');
  });
});
