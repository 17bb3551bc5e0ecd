import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OperatorDatabase } from '../../../lab/postgres/operatorDatabase.ts';
import { startOperatorDatabase } from '../../../lab/postgres/operatorDatabase.ts';
import { storeDeposits } from '../../../lab/postgres/storeDeposits.ts';
import { rememberChain } from '../chains.ts';
import type { Database } from '../database.ts';

// A busy machine is slow, so the timeouts are long.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const UNKNOWN = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

let world: OperatorDatabase;
let root: Database;
let alice: Database;
let made = 0;
let id: Hash;

beforeAll(async () => {
  world = await startOperatorDatabase();
  ({ root, alice } = world);
  await rememberChain(root, { chainId: 1, genesisHash: `0x${'00'.repeat(32)}`, depositContract: ADDRESS });
  // A deposit has 10 units: one operator may refund it alone.
  await root.query('insert into approval_bounds values (1, $1, 1000)', [ADDRESS]);
});
beforeEach(() => {
  made += 1;
  id = `0x${String(made).padStart(64, '0')}`;
});
afterAll(() => world?.stop());

type Deposited = Parameters<typeof storeDeposits>[1][number];

async function storeHeld(state: string, deposit: Partial<Deposited> = {}): Promise<void> {
  await storeDeposits(root, [{ id, ...deposit }]);
  await root.query("update transfers set state = $2, reason = 'x', reason_code = 'operator_review' where id = $1", [
    id,
    state,
  ]);
}

/** Changes the transfer with its event and its record, as a command does. */
const change = (to: string, { action, set = '' }: { readonly action: string; readonly set?: string }) =>
  alice.transaction(async (transaction) => {
    const [before] = await transaction.query<{ state: string }>('select state from transfers where id = $1', [id]);
    await transaction.query(`update transfers set state = $2${set} where id = $1`, [id, to]);
    await transaction.query(
      `insert into transfer_events (transfer_id, from_state, to_state, cause) values ($1, $2, $3, operator_cause($2, $3))`,
      [id, before?.state ?? '', to],
    );
    const record =
      "insert into operator_actions (who, why, action, subject, transfer_id) values ('alice', 'x', $1, 'x', $2)";
    await transaction.query(record, [action, id]);
  });

async function approve(action: string): Promise<void> {
  const [request] = await alice.query<{ id: bigint }>(
    `insert into approval_requests (who, why, action, subjects, command, summary, expires_at)
     values ('alice', 'x', $1, array[$2], array[$1, $2], 'x', now() + interval '1 hour') returning id`,
    [action, id],
  );
  await world.bob.query("insert into approvals (request_id, who, why) values ($1, 'bob', 'x')", [request?.id ?? 0n]);
}

describe('an operator who ends a held refund', () => {
  const close = () => change('closed', { action: 'close' });
  const SECOND = 'a second operator must approve';

  test('needs a second operator at any amount, for this end and no other command', async () => {
    await storeHeld('refundHeld');
    await expect(close()).rejects.toThrow(SECOND);
    for (const action of ['refund', 'retry']) {
      await approve(action);
      await expect(close(), action).rejects.toThrow(SECOND);
    }
    await approve('close');
    await close();
    expect(await root.query('select state from transfers where id = $1', [id])).toEqual([{ state: 'closed' }]);
    expect(
      await root.query('select r.action from approval_uses u join approval_requests r on r.id = u.request_id'),
    ).toEqual([{ action: 'close' }]);
  });

  test('acts alone where nothing is owed', async () => {
    await storeHeld('refundHeld', { token: UNKNOWN });
    await close();
    made += 1;
    id = `0x${String(made).padStart(64, '0')}`;
    await storeHeld('refundHeld', { funded: false });
    await close();
  });

  test('cannot close a held deposit with an approval either', async () => {
    await storeHeld('held');
    await approve('close');
    await expect(close()).rejects.toThrow('whose deposit is owed to its sender');
  });
});

describe('an operator who orders a refund', () => {
  const TERMS =
    ', paying_chain_id = 1, recipient = null, gas_fee = null, bridge_fee = null, net_amount = null, receive_amount = null';
  const refund = (set: string) => change('rejected', { action: 'refund', set: `${TERMS}${set}` });

  test('keeps the name and the decimals of the token that the transfer has', async () => {
    await storeHeld('held');
    await root.query("update transfers set token_name = 'USDC', origin_decimals = 6 where id = $1", [id]);
    for (const set of ['origin_decimals = 0', 'origin_decimals = null', "token_name = 'ETH'", 'token_name = null']) {
      await expect(refund(`, ${set}`), set).rejects.toThrow('an operator cannot change these columns');
    }
    await refund('');
  });

  test('names the token of a transfer that the service has not decided', async () => {
    await storeHeld('held');
    await root.query('update transfers set token_name = null, origin_decimals = null where id = $1', [id]);
    await refund(", token_name = 'USDC', origin_decimals = 6");
  });
});
