import type { Address, Hash } from 'viem';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { storeDeposits } from '../../tools/lab/postgres/storeDeposits.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { clearDatabase, DATABASE_KINDS, startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { rememberChain } from '../chain/chains.ts';
import type { Database } from '../db/database.ts';
import { applyEvents } from './applyEvents.ts';
import { because } from './model/reasons.ts';
import { readChanges } from './transferEvents.ts';

const ADDRESS: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const idOf = (number: number): Hash => `0x${number.toString(16).padStart(64, '0')}`;
const AMOUNT = 2n ** 200n;

describe.each(DATABASE_KINDS)('events of several transfers (%s)', (kind) => {
  let databases: TestDatabases;
  let database: Database;

  beforeEach(async () => {
    databases ??= await startTestDatabases(kind);
    database ??= await databases.open();
    await clearDatabase(database);
    await rememberChain(database, { chainId: 1, genesisHash: idOf(0), depositContract: ADDRESS });
    const deposits = [1, 2, 3].map((number) => ({ id: idOf(number), amount: AMOUNT }));
    await storeDeposits(database, deposits);
  });

  afterAll(() => databases?.stop());

  const accepted = {
    ...{ recipient: ADDRESS, destinationToken: ADDRESS, receiveAmount: AMOUNT - 2n },
    ...{ gasFee: 1n, bridgeFee: 1n, netAmount: AMOUNT - 2n, payingChainId: 2 },
  } as const;
  const apply = (events: Parameters<typeof applyEvents>[1]) =>
    database.transaction((transaction) => applyEvents(transaction, events));

  test('are each applied by its own state, with its own fields', async () => {
    const retryAt = new Date('2026-01-02T03:04:05.678Z');
    const states = await apply([
      { id: idOf(1), event: 'accepted', fields: { ...accepted, retryAt } },
      { id: idOf(2), event: 'payoutSigned' },
      // A lone surrogate, which jsonb would refuse.
      { id: idOf(3), event: 'heldBack', detail: 'why', fields: { reason: because('operator_review', 'half \uD83D') } },
      { id: idOf(4), event: 'accepted', fields: accepted },
    ]);
    expect(states).toEqual(['confirmed', null, 'held', null]);
    const rows = await database.query(
      'select state, net_amount, paying_chain_id, retry_at, reason, reason_code from transfers order by id',
    );
    const empty = { netAmount: null, payingChainId: null, retryAt: null, reason: null, reasonCode: null };
    expect(rows).toEqual([
      { ...empty, state: 'confirmed', netAmount: AMOUNT - 2n, payingChainId: 2, retryAt },
      { ...empty, state: 'seen' },
      { ...empty, state: 'held', reason: 'half \uFFFD', reasonCode: 'operator_review' },
    ]);
    const changes = await Promise.all([1, 2, 3].map((number) => readChanges(database, idOf(number))));
    expect(changes.map((list) => list.map(({ to, cause, detail }) => [to, cause, detail]))).toEqual([
      [
        ['seen', 'depositSeen', null],
        ['confirmed', 'accepted', null],
      ],
      [['seen', 'depositSeen', null]],
      [
        ['seen', 'depositSeen', null],
        ['held', 'heldBack', 'why'],
      ],
    ]);
  });

  test('change nothing when one of them breaks a constraint', async () => {
    const wrong = { ...accepted, netAmount: AMOUNT };
    const events = [accepted, wrong].map((fields, index) => {
      return { id: idOf(index + 1), event: 'accepted', fields } as const;
    });
    await expect(apply(events)).rejects.toThrow(/check constraint/);
    expect(await database.query("select 1 from transfers where state <> 'seen'")).toEqual([]);
  });

  test('are refused when two are for one transfer', async () => {
    const event = { id: idOf(1), event: 'accepted', fields: accepted } as const;
    await expect(apply([event, event])).rejects.toThrow(/one event/);
  });
});
