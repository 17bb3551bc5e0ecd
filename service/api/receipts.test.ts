import type { Address, Hash } from 'viem';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { storeDeposits } from '../../tools/lab/postgres/storeDeposits.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { clearDatabase, DATABASE_KINDS, startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { rememberChain } from '../chain/chains.ts';
import type { Database } from '../db/database.ts';
import type { TransferState } from '../deposits/model/transfer.ts';
import { readShownSummaries } from './receipts.ts';

const ADDRESS: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TRANSACTION: Hash = `0x${'bb'.repeat(32)}`;
const idOf = (ordinal: number): Hash => `0x${ordinal.toString(16).padStart(64, '0')}`;

const FINISHED: readonly TransferState[] = ['delivered', 'refunded'];
const FAILED: readonly TransferState[] = ['refunding', 'refunded'];

describe.each(DATABASE_KINDS)('the receipt of several deposits in one transaction (%s)', (kind) => {
  let databases: TestDatabases;
  let database: Database;

  beforeEach(async () => {
    databases ??= await startTestDatabases(kind);
    database ??= await databases.open();
    await clearDatabase(database);
    const contracts = { depositContract: ADDRESS } as const;
    await rememberChain(database, { chainId: 1, genesisHash: idOf(0), ...contracts });
    const deposits = [0, 1, 2].map((ordinal) => {
      return { id: idOf(ordinal), transactionHash: TRANSACTION, ordinal, logIndex: ordinal };
    });
    await storeDeposits(database, deposits);
  });

  afterAll(() => databases?.stop());

  /** Returns the ordinal of the deposit that the receipt shows when the deposits have these states. */
  async function answerFor(...states: readonly TransferState[]): Promise<number> {
    for (const [ordinal, state] of states.entries()) {
      const settled = FINISHED.includes(state);
      await database.query(
        `update transfers set state = $2, reason = 'x', receive_amount = 8, recipient = 'x', destination_token = 'x',
           settled_hash = $3, settled_amount = $4 where id = $1`,
        [idOf(ordinal), state, settled ? idOf(7) : null, settled ? 8n : null],
      );
    }
    const [summary] = await readShownSummaries(database, [TRANSACTION]);
    return [0, 1, 2].findIndex((ordinal) => idOf(ordinal) === summary?.id);
  }

  test('shows the first in progress, even after a failed one', async () => {
    expect(await answerFor('refunding', 'signed', 'seen')).toBe(1);
    expect(await answerFor('refunded', 'delivered', 'held')).toBe(2);
    expect(await answerFor('rejected', 'refunding', 'delivered')).toBe(0);
  });

  test('shows the last when none is in progress, so a completed refund does not change the code', async () => {
    for (const last of ['delivered', 'refunding', 'refunded'] as const) {
      expect(await answerFor('refunding', 'delivered', last)).toBe(2);
      expect(await answerFor('refunded', 'delivered', last)).toBe(2);
    }
  });

  test('never changes a final code, in any order of completion', async () => {
    const paths: readonly (readonly TransferState[])[] = [
      ['rejected', 'refunding', 'refunded'],
      ['confirmed', 'signed', 'delivered'],
      ['confirmed', 'signed', 'delivered'],
    ];
    const steps = [0, 0, 0];
    const codeOf = async () => {
      const states = steps.map((step, ordinal) => paths[ordinal]?.[step] ?? 'seen');
      const state = states[await answerFor(...states)] ?? 'unseen';
      if (FAILED.includes(state)) return 909;
      return state === 'delivered' ? 0 : 908;
    };
    for (const order of ['001122', '010212', '112200', '012012', '122100']) {
      steps.fill(0);
      const answers = [await codeOf()];
      for (const ordinal of order) {
        steps[Number(ordinal)] = (steps[Number(ordinal)] ?? 0) + 1;
        answers.push(await codeOf());
      }
      const final = answers.findIndex((code) => code !== 908);
      expect(new Set(answers.slice(final)).size).toBe(1);
    }
  });
});
