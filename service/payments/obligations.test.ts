import fc from 'fast-check';
import type { Address, Hash } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { placeTestOrder } from '../../tools/lab/postgres/placeTestOrder.ts';
import { storeDeposits } from '../../tools/lab/postgres/storeDeposits.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { clearDatabase, DATABASE_KINDS, startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { rememberChain } from '../chain/chains.ts';
import type { Database } from '../db/database.ts';
import { applyEvent } from '../deposits/applyEvents.ts';
import { because } from '../deposits/model/reasons.ts';
import type { TransferEvent } from '../deposits/model/transfer.ts';
import type { OrderAction } from '../guards/orders.ts';
import type { SendKey } from './model/payment.ts';
import { closeObligations, insertObligations, readReserved } from './obligations.ts';
import { rememberSender } from './senders.ts';
import { insertSend, setInclusion, settleSend } from './sends.ts';

const ADDRESS: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const key = { chainId: 1, address: ADDRESS } as const;
const hashOf = (byte: string): Hash => `0x${byte.repeat(32)}`;

type Attempt =
  | { readonly order: OrderAction }
  | { readonly event: TransferEvent; readonly opens?: 'payout' | 'refund'; readonly closes?: 'void' | 'paid' };

/**
 * The operations on a transfer. Orders are the operator's. Each other operation applies an event, and opens or closes a
 * payment in the same database transaction.
 */
const ATTEMPTS = [
  { event: 'accepted' },
  { event: 'rejected' },
  { event: 'depositGone' },
  { event: 'depositSeen' },
  { event: 'heldBack' },
  { order: 'hold' },
  { order: 'retry' },
  { order: 'refund' },
  { order: 'close' },
  { event: 'payoutSigned', opens: 'payout' },
  { event: 'refundSigned', opens: 'refund' },
  { event: 'payoutReverted', closes: 'void' },
  { event: 'payoutCancelled', closes: 'void' },
  { event: 'refundReverted', closes: 'void' },
  { event: 'refundCancelled', closes: 'void' },
  { event: 'payoutDelivered', closes: 'paid' },
  { event: 'refundDelivered', closes: 'paid' },
] as const satisfies readonly Attempt[];

// Random operations alone rarely reach a signed payment, so most runs start with one.
const BEGINNINGS = [
  [],
  [{ event: 'accepted' }, { event: 'payoutSigned', opens: 'payout' }],
  [{ event: 'rejected' }, { event: 'refundSigned', opens: 'refund' }],
] as const satisfies readonly (readonly (typeof ATTEMPTS)[number][])[];

const DECIDED = {
  ...{ recipient: ADDRESS, destinationToken: ADDRESS, receiveAmount: 8n, reason: because('operator_review') },
  ...{ gasFee: 1n, bridgeFee: 1n, netAmount: 8n },
} as const;

describe.each(DATABASE_KINDS)('the payments of a transfer (%s)', (kind) => {
  let databases: TestDatabases;
  let database: Database;
  let nonce = 0;

  beforeAll(async () => {
    databases = await startTestDatabases(kind);
    database = await databases.open();
    await clearDatabase(database);
    const contracts = { depositContract: ADDRESS } as const;
    await rememberChain(database, { chainId: 1, genesisHash: hashOf('00'), ...contracts });
    await rememberSender(database, { ...key, nextNonce: 0, haltedReason: null });
    await database.query("insert into supported_tokens values (1, $1, 'USDC', 6, null)", [ADDRESS]);
  });
  afterAll(() => databases?.stop());

  /** Signs a payment of 7 of a token. */
  async function signPayment(id: Hash, { token, gasDrop, ...send }: SendKey & { token: Address; gasDrop: bigint }) {
    await createTransfer(id);
    await database.transaction(async (transaction) => {
      await insertSend(transaction, { ...send, call: { to: ADDRESS, data: '0x01', value: 0n }, gasLimit: 1n });
      const owed = { transferId: id, kind: 'payout', token, recipient: ADDRESS, amount: 7n, gasDrop } as const;
      await insertObligations(transaction, send, [owed]);
    });
  }

  const createTransfer = (id: Hash) => storeDeposits(database, [{ id }]);

  async function attempt(id: Hash, wanted: (typeof ATTEMPTS)[number]): Promise<void> {
    if ('order' in wanted) {
      await placeTestOrder(database, { action: wanted.order, subject: id });
      return;
    }
    const settled = { settledHash: hashOf('dd'), settledAmount: 8n };
    const isEnd = wanted.event === 'payoutDelivered' || wanted.event === 'refundDelivered';
    await database.transaction(async (transaction) => {
      const fields = isEnd ? { ...DECIDED, ...settled } : DECIDED;
      const state = await applyEvent(transaction, { id, event: wanted.event, fields });
      if (!state) return;
      if ('closes' in wanted) await closeObligations(transaction, [id], wanted.closes);
      if (!('opens' in wanted)) return;
      nonce += 1;
      await insertSend(transaction, { ...key, nonce, call: { to: ADDRESS, data: '0x01', value: 0n }, gasLimit: 1n });
      const owed = {
        transferId: id,
        kind: wanted.opens,
        token: ADDRESS,
        recipient: ADDRESS,
        amount: 1n,
        gasDrop: 0n,
      } as const;
      await insertObligations(transaction, { ...key, nonce }, [owed]);
    });
  }

  test('include at most one that is not void, and match the final state, whatever the order of operations', async () => {
    let count = 0;
    let paidCount = 0;
    const run = async (wanted: readonly (typeof ATTEMPTS)[number][]) => {
      count += 1;
      const id: Hash = `0x${count.toString(16).padStart(64, '0')}`;
      await createTransfer(id);
      // The database may refuse an operation. The assertions below must hold in either case.
      for (const one of wanted) await attempt(id, one).catch(() => {});
      const payments = await database.query<{ kind: string; state: string }>(
        'select kind, state from obligations where transfer_id = $1',
        [id],
      );
      expect(payments.filter(({ state }) => state !== 'void').length).toBeLessThanOrEqual(1);
      const [transfer] = await database.query<{ state: string }>('select state from transfers where id = $1', [id]);
      const paid = payments.find(({ state }) => state === 'paid');
      if (paid) paidCount += 1;
      if (paid) expect(transfer?.state).toBe(paid.kind === 'payout' ? 'delivered' : 'refunded');
    };
    const sequences = fc
      .tuple(fc.constantFrom(...BEGINNINGS), fc.array(fc.constantFrom(...ATTEMPTS), { minLength: 4, maxLength: 25 }))
      .map(([beginning, rest]) => [...beginning, ...rest]);
    await fc.assert(fc.asyncProperty(sequences, run), { numRuns: 60 });
    expect(paidCount).toBeGreaterThan(0);
  });

  test('reserve their amounts at every block before their own, even if they are final by now', async () => {
    const token: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
    const id = hashOf('ee');
    const send = { ...key, nonce: 1_000_000 };
    const inclusion = { hash: hashOf('dd'), blockNumber: 20n, blockHash: hashOf('cc') };
    const reservedAt = async (atBlock: bigint) =>
      (await readReserved(database, { chainId: 1, tokens: [token], atBlock })).get(token) ?? 0n;
    await signPayment(id, { ...send, token, gasDrop: 0n });
    expect(await reservedAt(30n)).toBe(7n);
    await database.transaction((transaction) => setInclusion(transaction, send, inclusion));
    expect([await reservedAt(19n), await reservedAt(20n)]).toEqual([7n, 0n]);
    await database.transaction(async (transaction) => {
      await settleSend(transaction, send, { outcome: 'succeeded', inclusion, cost: { gasCost: 1n, nativePrice: 1n } });
      await closeObligations(transaction, [id], 'paid');
    });
    expect([await reservedAt(19n), await reservedAt(20n)]).toEqual([7n, 0n]);
  });

  test('reserve their gas drops in the native token', async () => {
    const token: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
    const readBoth = () => readReserved(database, { chainId: 1, tokens: [token, NATIVE_TOKEN_ADDRESS], atBlock: 30n });
    expect(await readBoth()).toEqual(new Map());
    await signPayment(hashOf('ef'), { ...key, nonce: 1_000_001, token, gasDrop: 5n });
    expect(await readBoth()).toEqual(
      new Map([
        [token, 7n],
        [NATIVE_TOKEN_ADDRESS, 5n],
      ]),
    );
  });
});
