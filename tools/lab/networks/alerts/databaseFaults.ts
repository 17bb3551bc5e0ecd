import pg from 'pg';
import type { Network } from '../startNetworks.ts';
import type { World } from '../tryDeployment.ts';
import { askDatabase } from './machineActions.ts';

/** A session locks tables and keeps them until it is ended. @returns the process id of the session */
export async function lockTables({ server }: World, tables: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: server.urlOf('causeway') });
  // The server ends the session.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query('begin');
  await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
  return rows[0]?.pid ?? 0;
}

/** Shows a role of the database a clock that is ahead of this machine's. */
export async function shiftClock(world: World, role: string, seconds: number): Promise<void> {
  for (const sql of [
    'create schema shifted',
    `create function shifted.clock_timestamp() returns timestamptz language sql volatile
       as $$ select pg_catalog.clock_timestamp() + interval '${seconds} s' $$`,
    `grant usage on schema shifted to ${role}`,
    `alter role ${role} set search_path = shifted, pg_catalog, public`,
  ]) {
    await askDatabase(world, sql);
  }
  await endSessions(world, role);
}

export async function restoreClock(world: World, role: string): Promise<void> {
  await askDatabase(world, `alter role ${role} reset search_path`);
  await askDatabase(world, 'drop schema shifted cascade');
  await endSessions(world, role);
}

/** The service connects again, with the settings of its role. */
async function endSessions(world: World, role: string): Promise<void> {
  await askDatabase(world, `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
}

/** Makes the stored balances of a chain older, as if time had passed. */
export async function ageBooks(world: World, { id }: Network, hours: number): Promise<void> {
  // The table refuses changes, but not in this role of a session.
  await askDatabase(
    world,
    `do $$ begin
       perform set_config('session_replication_role', 'replica', true);
       update book_readings set at = at - interval '${hours} hours' where chain_id = ${id};
     end $$`,
  );
}
