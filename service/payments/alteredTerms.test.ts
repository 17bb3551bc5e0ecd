import type { Address, Hash } from 'viem';
import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import type { SqlValue } from '../db/database.ts';
import { WORKERS } from '../engine.ts';

const AMOUNT = 2_000_000n;
const FLOAT = 9_999_000_000n;

let harness: TestInstallation;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 42_700);
});
afterAll(() => harness?.stop());

type Theft = {
  readonly name: string;
  readonly token: 'USDC' | 'ETH';
  /** Null when the stored deposit itself is altered. */
  readonly difference: RegExp | null;
  alter(id: Hash, thief: Address): readonly [string, readonly SqlValue[]];
};

const update = (assignments: string, values: readonly SqlValue[]) => (id: Hash) =>
  [`update transfers set ${assignments} where id = $1`, [id, ...values]] as const;

function listThefts(): readonly Theft[] {
  const { origin, destination } = harness.bridge;
  return [
    {
      ...{ name: 'a larger amount', token: 'USDC', difference: /exceeds 1900000, the deposit less the minimum fee/ },
      alter: update('receive_amount = $2', [FLOAT]),
    },
    {
      ...{ name: 'a slightly larger amount', token: 'USDC', difference: /no fees on record give the amount/ },
      alter: update('receive_amount = receive_amount + 1', []),
    },
    {
      ...{ name: 'another recipient', token: 'USDC', difference: /the recipient 0x\w+ is not the deposit's/ },
      alter: (id, thief) => ['update transfers set recipient = $2 where id = $1', [id, thief]],
    },
    {
      ...{ name: 'a dearer token', token: 'USDC', difference: /is not the deposited token/ },
      alter: update('destination_token = $2', [destination.token('WBTC')]),
    },
    {
      ...{ name: 'a payout on the origin chain', token: 'USDC', difference: /but the deposit is for chain 42701/ },
      alter: update('paying_chain_id = $2', [origin.chain.id]),
    },
    {
      ...{ name: 'a refund on a chain whose native token is dearer', token: 'ETH' },
      difference: /the refund is on chain 42701, but the deposit is on chain 42700/,
      alter: update("state = 'rejected', reason = 'x', paying_chain_id = $2", [destination.chain.id]),
    },
    {
      ...{ name: 'a larger deposit', token: 'USDC', difference: null },
      alter: (id) => ['update deposits set amount = $2 where id = $1', [id, FLOAT]],
    },
    {
      ...{ name: 'another target of the deposit', token: 'USDC', difference: null },
      alter: (id, thief) => ['update deposits set target = $2 where id = $1', [id, thief]],
    },
  ];
}

async function findIds(): Promise<ReadonlyMap<string, Hash>> {
  const rows = await harness
    .database()
    .query<{ id: Hash; txHash: Hash; state: string }>(
      "select d.id, d.tx_hash, t.state from deposits d join transfers t using (id) where t.state = 'confirmed'",
    );
  return new Map(rows.map(({ id, txHash }) => [txHash, id]));
}

async function insertFake(thief: Address): Promise<void> {
  const id = `0x${'fa'.repeat(32)}`;
  const columns = (table: string, changes: Readonly<Record<string, SqlValue>>) =>
    harness
      .database()
      .query(
        `insert into ${table} select (jsonb_populate_record(r, $1::jsonb)).* from ${table} r where r.amount > 0 limit 1`,
        [JSON.stringify(changes)],
      );
  await columns('deposits', { id, tx_hash: id, amount: String(FLOAT), depositor: thief, target: thief });
  await columns('transfers', {
    ...{ id, amount: String(FLOAT), recipient: thief, receive_amount: String(FLOAT) },
    ...{ gas_fee: '0', bridge_fee: '0', net_amount: String(FLOAT) },
  });
}

test('a thief who can write to the database is paid nothing, whichever stored terms the thief changes', async () => {
  await harness.reset();
  harness.keepMining();
  const { bridge } = harness;
  const first = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'sign') });
  const thefts = listThefts();
  const entries: { theft: Theft; hash: Hash; user: Address; thief: Address }[] = [];
  for (const theft of thefts) {
    const [user, accomplice] = await Promise.all([harness.createUser(), harness.createUser()]);
    const amount = theft.token === 'ETH' ? parseEther('0.01') : AMOUNT;
    const hash = await bridge.deposit(user, { token: theft.token, amount });
    entries.push({ theft, hash, user: user.address, thief: accomplice.address });
  }
  const ids = await waitUntil(async () => {
    const found = await findIds();
    return found.size === thefts.length ? found : null;
  });
  await first.stop();
  const database = harness.database();
  for (const { theft, hash, thief } of entries) {
    const [sql, values] = theft.alter(ids.get(hash) ?? '0x', thief);
    await database.query(sql, values);
  }
  const stranger = (await harness.createUser()).address;
  await insertFake(stranger);

  const second = await harness.start();
  const readIncidents = () =>
    database.query<{ transferId: Hash; detail: string }>(
      "select transfer_id, detail from incidents where kind = 'termsDiffer'",
    );
  const seen = thefts.filter(({ difference }) => difference !== null);
  await waitUntil(async () => (await readIncidents()).length >= seen.length, { what: 'an incident for each theft' });
  const incidents = new Map((await readIncidents()).map(({ transferId, detail }) => [transferId, detail]));
  for (const { theft, hash, user, thief } of entries) {
    const sides = [bridge.origin, bridge.destination];
    const paymentsTo = async (to: Address) =>
      (await Promise.all(sides.map((side) => harness.payments(side, to)))).flat();
    expect(await paymentsTo(thief), theft.name).toEqual([]);
    const toUser = await paymentsTo(user);
    if (!theft.difference) {
      // The watcher repairs an altered deposit, and the service decides the transfer again.
      expect(toUser.every(({ amount }) => amount < AMOUNT) && toUser.length <= 1, theft.name).toBe(true);
      continue;
    }
    expect(toUser, theft.name).toEqual([]);
    expect(incidents.get(ids.get(hash) ?? '0x'), theft.name).toMatch(theft.difference);
    // The transfer is held after its incident is stored.
    const isHeld = async () =>
      (await second.receipt(hash)).status.message.includes('the stored payment differs from its deposit');
    await waitUntil(isHeld, { what: `the hold after ${theft.name}` });
  }
  expect(await harness.payments(bridge.destination, stranger)).toEqual([]);
});
