import type { Address, Hash } from 'viem';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { storeDeposits } from '../../tools/lab/postgres/storeDeposits.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { clearDatabase, DATABASE_KINDS, startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { moveCursor, readCursor, rememberChain } from '../chain/chains.ts';
import { applyEvent } from '../deposits/applyEvents.ts';
import { because } from '../deposits/model/reasons.ts';
import { readChanges } from '../deposits/transferEvents.ts';
import { callHash } from '../payments/model/payment.ts';
import { closeObligations, insertObligations } from '../payments/obligations.ts';
import { lockSender, rememberSender, takeNonce } from '../payments/senders.ts';
import { insertAttempt, insertSend } from '../payments/sends.ts';
import type { Database } from './database.ts';

const ADDRESS: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const key = { chainId: 1, address: ADDRESS } as const;
const call = { to: ADDRESS, data: '0x01', value: 0n } as const;
const hashOf = (byte: string): Hash => `0x${byte.repeat(32)}`;

describe.each(DATABASE_KINDS)('the database (%s)', (kind) => {
  let databases: TestDatabases;
  let database: Database;
  const id = hashOf('aa');

  beforeEach(async () => {
    databases ??= await startTestDatabases(kind);
    database ??= await databases.open();
    await clearDatabase(database);
    const contracts = { depositContract: ADDRESS } as const;
    await rememberChain(database, { chainId: 1, genesisHash: hashOf('00'), ...contracts });
    await rememberSender(database, { ...key, nextNonce: 5, haltedReason: null });
    await storeDeposits(database, [{ id, transactionHash: hashOf('bb') }]);
  });

  afterAll(() => databases?.stop());

  function send(nonce: number, kindOfPayment: 'payout' | 'refund') {
    return database.transaction(async (transaction) => {
      await insertSend(transaction, { ...key, nonce, call, gasLimit: 1n });
      const obligation = {
        transferId: id,
        kind: kindOfPayment,
        token: ADDRESS,
        recipient: ADDRESS,
        amount: 1n,
        gasDrop: 0n,
      } as const;
      await insertObligations(transaction, { ...key, nonce }, [obligation]);
    });
  }

  test('refuses a second payout or a refund while the first payment is not void', async () => {
    await send(5, 'payout');
    await expect(send(6, 'payout')).rejects.toThrow(/obligations_one_per_transfer/);
    await expect(send(6, 'refund')).rejects.toThrow(/obligations_one_per_transfer/);
    await database.transaction((transaction) => closeObligations(transaction, [id], 'paid'));
    await expect(send(6, 'refund')).rejects.toThrow(/obligations_one_per_transfer/);
  });

  test('allows another payment after the first is void', async () => {
    await send(5, 'payout');
    await database.transaction((transaction) => closeObligations(transaction, [id], 'void'));
    await send(6, 'refund');
  });

  test('refuses the same nonce twice', async () => {
    await send(5, 'payout');
    await expect(send(5, 'payout')).rejects.toThrow(/sends_pkey/);
  });

  test('refuses an attempt whose call is not the one of its nonce, and never changes an attempt', async () => {
    await send(5, 'payout');
    const attempt = {
      ...key,
      nonce: 5,
      hash: hashOf('dd'),
      raw: '0x02',
      kind: 'call',
      fees: { maxFee: 2n, tip: 1n },
    } as const;
    const insert = (fields: { attempt: number; callHash: Hash; hash: Hash }) =>
      database.transaction((transaction) => insertAttempt(transaction, { ...attempt, ...fields }));
    await insert({ attempt: 0, callHash: callHash(call), hash: hashOf('dd') });
    const elsewhere = callHash({ ...call, value: 1n });
    await expect(insert({ attempt: 1, callHash: elsewhere, hash: hashOf('ee') })).rejects.toThrow(/foreign key/);
    await expect(database.query("update attempts set raw = '0x03'")).rejects.toThrow(/append-only/);
    await expect(database.query('delete from attempts')).rejects.toThrow(/append-only/);
    await expect(database.query('delete from transfer_events')).rejects.toThrow(/append-only/);
  });

  test('changes a state only by allowed events, and stores each change', async () => {
    const events = ['accepted', 'depositGone', 'payoutSigned', 'depositSeen', 'heldBack'] as const;
    const accepted = {
      ...{ recipient: ADDRESS, destinationToken: ADDRESS, receiveAmount: 8n },
      ...{ gasFee: 1n, bridgeFee: 1n, netAmount: 8n },
    } as const;
    const states: (string | null)[] = [];
    for (const event of events) {
      const fields =
        event === 'accepted' ? accepted : event === 'heldBack' ? { reason: because('operator_review') } : {};
      states.push(await database.transaction((transaction) => applyEvent(transaction, { id, event, fields })));
    }
    expect(states).toEqual(['confirmed', 'unseen', null, 'seen', 'held']);
    expect((await readChanges(database, id)).map(({ from, to, cause }) => [from, cause, to])).toEqual([
      [null, 'depositSeen', 'seen'],
      ['seen', 'accepted', 'confirmed'],
      ['confirmed', 'depositGone', 'unseen'],
      ['unseen', 'depositSeen', 'seen'],
      ['seen', 'heldBack', 'held'],
    ]);
  });

  test('refuses amounts that do not add up to the deposit', async () => {
    const wrong = { gasFee: 1n, bridgeFee: 1n, netAmount: 9n, receiveAmount: 9n, recipient: ADDRESS } as const;
    const applied = database.transaction((transaction) =>
      applyEvent(transaction, { id, event: 'accepted', fields: { ...wrong, destinationToken: ADDRESS } }),
    );
    await expect(applied).rejects.toThrow(/check constraint/);
  });

  test('gives each of 20 concurrent requests a different nonce, without gaps', async () => {
    const take = () =>
      database.transaction(async (transaction) => {
        const sender = await lockSender(transaction, key);
        if (!sender) throw new Error('no sender');
        await takeNonce(transaction, sender);
        return sender.nextNonce;
      });
    const nonces = await Promise.all(Array.from({ length: 20 }, take));
    expect(nonces.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => 5 + index));
  });

  test('moves a cursor only from the stored version', async () => {
    const { version } = await readCursor(database, 1);
    const move = { chainId: 1, version, scannedTo: 9n, scannedToHash: hashOf('01'), head: 9n, headAt: new Date() };
    expect([await moveCursor(database, move), await moveCursor(database, move)]).toEqual([true, false]);
  });
});
