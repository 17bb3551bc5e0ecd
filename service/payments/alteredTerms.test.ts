import type { Address, Hash } from 'viem';
import { parseEther } from 'viem';
import { expect } from 'vitest';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import type { SqlValue } from '../db/database.ts';

const AMOUNT = 2_000_000n;
const FLOAT = 9_999_000_000n;

type Theft = {
  readonly name: string;
  readonly token: 'USDC' | 'ETH';
  /** Null if the stored deposit itself is altered. */
  readonly difference: RegExp | null;
  alter(id: Hash, thief: Address): readonly [string, readonly SqlValue[]];
};

const update = (assignments: string, values: readonly SqlValue[]) => (id: Hash) =>
  [`update transfers set ${assignments} where id = $1`, [id, ...values]] as const;

function listThefts(installation: TestInstallation): readonly Theft[] {
  const { origin, destination } = installation.bridge;
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
      ...{
        name: 'a payout on the origin chain',
        token: 'USDC',
        difference: new RegExp(`but the deposit is for chain ${destination.chain.id}`),
      },
      alter: update('paying_chain_id = $2', [origin.chain.id]),
    },
    {
      ...{ name: 'a refund on a chain whose native token is dearer', token: 'ETH' },
      difference: new RegExp(
        `the refund is on chain ${destination.chain.id}, but the deposit is on chain ${origin.chain.id}`,
      ),
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

async function insertFake(installation: TestInstallation, thief: Address): Promise<void> {
  const id = `0x${'fa'.repeat(32)}`;
  const columns = (table: string, changes: Readonly<Record<string, SqlValue>>) =>
    installation.query(
      `insert into ${table} select (jsonb_populate_record(r, $1::jsonb)).* from ${table} r where r.amount > 0 limit 1`,
      [JSON.stringify(changes)],
    );
  await columns('deposits', { id, tx_hash: id, amount: String(FLOAT), depositor: thief, target: thief });
  await columns('transfers', {
    ...{ id, amount: String(FLOAT), recipient: thief, receive_amount: String(FLOAT) },
    ...{ gas_fee: '0', bridge_fee: '0', net_amount: String(FLOAT) },
  });
}

test('pays nothing to a thief who can write to the database, whichever stored terms the thief changes', async ({
  installation,
}) => {
  installation.keepMining();
  const { bridge } = installation;
  const first = await installation.start({ without: ['sign'] });
  const thefts = listThefts(installation);
  const entries: { theft: Theft; transfer: TestTransfer; thief: Address }[] = [];
  for (const theft of thefts) {
    const { address: thief } = await installation.createUser();
    const amount = theft.token === 'ETH' ? parseEther('0.01') : AMOUNT;
    entries.push({ theft, transfer: await installation.deposit({ token: theft.token, amount }), thief });
  }
  for (const { transfer } of entries) await transfer.until('confirmed');
  await first.stop();
  const database = installation.database();
  for (const { theft, transfer, thief } of entries) {
    const [sql, values] = theft.alter(await transfer.id(), thief);
    await database.query(sql, values);
  }
  const stranger = (await installation.createUser()).address;
  await insertFake(installation, stranger);

  await installation.start();
  const readIncidents = () =>
    database.query<{ transferId: Hash; detail: string }>(
      "select transfer_id, detail from incidents where kind = 'termsDiffer'",
    );
  const seen = thefts.filter(({ difference }) => difference !== null);
  await waitUntil(async () => (await readIncidents()).length >= seen.length, { what: 'an incident for each theft' });
  const incidents = new Map((await readIncidents()).map(({ transferId, detail }) => [transferId, detail]));
  for (const { theft, transfer, thief } of entries) {
    for (const side of [bridge.origin, bridge.destination]) {
      expect(await installation.payments(side, thief), theft.name).toEqual([]);
    }
    const toUser = [...(await transfer.payouts()), ...(await transfer.refunds())];
    if (!theft.difference) {
      // The watcher repairs an altered deposit, and the service decides the transfer again.
      expect(toUser.every(({ amount }) => amount < AMOUNT) && toUser.length <= 1, theft.name).toBe(true);
      continue;
    }
    expect(toUser, theft.name).toEqual([]);
    expect(incidents.get(await transfer.id()), theft.name).toMatch(theft.difference);
    // The transfer is held after its incident is stored.
    await transfer.untilReceipt(/the stored payment differs from its deposit/);
  }
  expect(await installation.payments(bridge.destination, stranger)).toEqual([]);
});
