import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Attack } from '../attack.ts';
import type { Attacker } from '../world/attacker.ts';
import { createAttacker } from '../world/attacker.ts';
import type { AttackWorld } from '../world/attackWorld.ts';
import type { DatabaseUrls } from '../world/setUpDatabase.ts';

const EVERY_MS = 50;
const DEPOSIT_EVERY_MS = 1000;

/** Statements that would move money to a recipient, if the service believed its rows. `$1` is the recipient. */
const THEFTS: readonly string[] = [
  `update transfers set receive_amount = receive_amount * 5000 where lower(recipient) = lower($1) and state in ('seen', 'confirmed')`,
  `update transfers set state = 'confirmed', settled_hash = null, settled_amount = null where lower(recipient) = lower($1) and state = 'delivered'`,
  `update deposits set amount = amount * 5000, target = $1 where lower(target) = lower($1)`,
  `update fee_schedules set gas_fee = 0, fee_bps = 0, fee_floor = 0 where $1 <> ''`,
  `update obligations set recipient = $1, amount = amount * 5000 where lower(recipient) = lower($1)`,
  `update chains set head = head + 100000 where $1 <> ''`,
];

/** Runs every statement again and again until `isStopped`. The database may refuse each of them. */
async function plunder(url: string, { address }: Attacker, isStopped: () => boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query('set default_transaction_read_only = off').catch(() => {});
  // Only an administrator may skip the triggers that keep rows from changing.
  await client.query('set session_replication_role = replica').catch(() => {});
  while (!isStopped()) {
    for (const statement of THEFTS) await client.query(statement, [address]).catch(() => {});
    await sleep(EVERY_MS);
  }
  await client.end();
}

async function depositUntil(attacker: Attacker, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    await attacker.deposit();
    await sleep(DEPOSIT_EVERY_MS);
  }
}

async function begin(world: AttackWorld, attacker: Attacker, rights: keyof DatabaseUrls) {
  let isStopped = false;
  const ended = Promise.all([
    plunder(world.service.options.database[rights], attacker, () => isStopped),
    depositUntil(attacker, () => isStopped),
  ]);
  ended.catch(() => {});
  return {
    stop: async () => {
      isStopped = true;
      await ended;
    },
  };
}

function createThief(rights: keyof DatabaseUrls, title: string): Attack {
  return {
    name: `database-thief-${rights}`,
    title,
    prepare: async (world) => {
      const attacker = await createAttacker(world);
      return () => begin(world, attacker, rights);
    },
  };
}

export const databaseThieves: readonly Attack[] = [
  createThief('api', 'Database thief with the rights of the API: rewrites terms, recipients, deposits and fees'),
  createThief('worker', 'Database thief with the rights of the worker: the same'),
  createThief('admin', 'Database thief with all rights, without triggers: the same'),
];
