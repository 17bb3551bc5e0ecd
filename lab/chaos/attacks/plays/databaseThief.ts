import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import type { Attacker } from '../world/attacker.ts';
import { createAttacker } from '../world/attacker.ts';
import type { AttackWorld } from '../world/attackWorld.ts';
import { plunder } from '../world/plunder.ts';
import type { DatabaseUrls } from '../world/setUpDatabase.ts';

const DEPOSIT_EVERY_MS = 1000;

async function depositUntil(attacker: Attacker, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    await attacker.deposit();
    await sleep(DEPOSIT_EVERY_MS);
  }
}

async function begin(world: AttackWorld, attacker: Attacker, rights: keyof DatabaseUrls) {
  let isStopped = false;
  const ended = Promise.all([
    plunder(world.service.options.database[rights], attacker.address, () => isStopped),
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

function createThief(rights: keyof DatabaseUrls, title: string, mayStop?: string): Attack {
  return {
    name: `database-thief-${rights}`,
    title,
    ...(mayStop !== undefined && { mayStop }),
    prepare: async (world) => {
      const attacker = await createAttacker(world);
      return () => begin(world, attacker, rights);
    },
  };
}

export const databaseThieves: readonly Attack[] = [
  createThief('api', 'Database thief with the rights of the API: rewrites terms, recipients, deposits and fees'),
  createThief('worker', 'Database thief with the rights of the worker: the same'),
  createThief(
    'admin',
    'Database thief with all rights, without triggers: the same',
    'who owns the tables can also drop them; transfers whose fees on record are too low wait for a person',
  ),
];
