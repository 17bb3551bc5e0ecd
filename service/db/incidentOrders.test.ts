import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import { startOperatorDatabase } from '../../tools/lab/postgres/operatorDatabase.ts';
import { placeTestOrder } from '../../tools/lab/postgres/placeTestOrder.ts';
import { TEST_ADDRESS } from '../../tools/lab/postgres/storeTransfer.ts';
import type { OrderParameters } from '../guards/orders.ts';
import type { Database } from './database.ts';
import { incidentSubject, readIncidents } from './incidents.ts';

const UNKNOWN = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const DENIED = 'permission denied';

let world: OperatorDatabase;
let alice: Database;
let root: Database;

beforeAll(async () => {
  world = await startOperatorDatabase();
  ({ alice, root } = world);
});
afterAll(() => world?.stop());

describe('an announced call', () => {
  const CALL = `addPayer(${TEST_ADDRESS})`;
  const announce = (parameters: OrderParameters, subject = 'chain:1') =>
    placeTestOrder(alice, { action: 'announce', subject, parameters });
  const report = (call: string | null, chainId = 1) =>
    world.worker.query<{ announcedBy: bigint | null }>(
      `insert into incidents (kind, chain_id, detail, call) values ('actionScheduled', $1, 'x', $2) returning announced_by`,
      [chainId, call],
    );

  test('is announced for exactly this call on this chain, and until its time', async () => {
    expect(await report(CALL)).toEqual([{ announcedBy: null }]);
    const order = await announce({ call: CALL, seconds: 3600 });
    expect(order).toMatchObject({
      role: 'alice',
      transfers: [],
      detail: expect.stringContaining(`${CALL} is expected until`),
    });
    expect(await report(CALL)).toEqual([{ announcedBy: order.id }]);
    for (const other of [`addPayer(${UNKNOWN})`, `setOwner(${TEST_ADDRESS})`, 'addPayer', '', null]) {
      expect(await report(other), String(other)).toEqual([{ announcedBy: null }]);
    }
    expect(await report(CALL, 2)).toEqual([{ announcedBy: null }]);
    const short = `removePayer(${TEST_ADDRESS})`;
    await announce({ call: short, seconds: 1 });
    await root.query('select pg_sleep(1.1)');
    expect(await report(short)).toEqual([{ announcedBy: null }]);
  });

  test.each([
    ['no call', { seconds: 60 }],
    ['no time', { call: CALL }],
    ['no positive time', { call: CALL, seconds: 0 }],
    ['more than seven days', { call: CALL, seconds: 604_801 }],
  ])('is refused with %s', async (_, parameters) => {
    await expect(announce(parameters)).rejects.toThrow('An announcement needs the call, and at most 7 days.');
    await expect(announce({ call: CALL, seconds: 60 }, 'chain:9')).rejects.toThrow('There is no chain:9');
  });

  test('cannot be claimed by the worker: the database decides, and an incident never changes', async () => {
    const order = await placeTestOrder(alice, { action: 'pause', subject: 'all' });
    const claimed = await world.worker.query<{ announcedBy: bigint | null }>(
      `insert into incidents (kind, chain_id, detail, call, announced_by) values ('actionScheduled', 1, 'x', 'setOwner(x)', $1)
       returning announced_by`,
      [order.id],
    );
    expect(claimed).toEqual([{ announcedBy: null }]);
    await expect(world.worker.query('update incidents set announced_by = $1', [order.id])).rejects.toThrow(DENIED);
    const place = world.worker.query(
      `select place_order('announce', 'chain:1', '{"call": "setOwner(x)", "seconds": 60}', 'x', 'x')`,
    );
    await expect(place).rejects.toThrow(DENIED);
  });
});

test('lists an open incident whatever its age, and a resolved or announced one for a limited time', async () => {
  const report = async (call: string | null = null) => {
    const insert = `insert into incidents (at, kind, chain_id, detail, call) values (now() - interval '2 days', 'booksDiffer', 1, 'old', $1)
       returning id`;
    const [row] = await root.query<{ id: bigint }>(insert, [call]);
    return row?.id ?? 0n;
  };
  await placeTestOrder(alice, { action: 'announce', subject: 'chain:1', parameters: { call: 'pause()', seconds: 60 } });
  const [open, announced, resolved] = [await report(), await report('pause()'), await report()];
  await placeTestOrder(alice, { action: 'resolve', subject: incidentSubject(resolved) });
  const listed = async (days: number) => {
    const found = await readIncidents(alice, days * 86_400_000);
    return found.filter(({ detail }) => detail === 'old').map(({ id }) => id);
  };
  expect(await listed(1)).toEqual([open]);
  expect(await listed(3)).toEqual([open, announced, resolved]);
});

test('resolves an incident once, by one operator, and not a difference as an incident', async () => {
  const [incident] = await root.query<{ id: bigint }>(
    "insert into incidents (kind, chain_id, detail) values ('booksDiffer', 1, 'too little') returning id",
  );
  const resolve = (subject: string) => placeTestOrder(alice, { action: 'resolve', subject });
  expect(await resolve(`incident:${incident?.id}`)).toMatchObject({ role: 'alice', detail: 'booksDiffer: too little' });
  await expect(resolve(`incident:${incident?.id}`)).rejects.toThrow('is resolved already, by a test (alice): a test');
  for (const subject of ['incident:999999', 'difference:999999', 'incident:', 'all']) {
    await expect(resolve(subject), subject).rejects.toThrow(`There is no ${subject}.`);
  }
});
