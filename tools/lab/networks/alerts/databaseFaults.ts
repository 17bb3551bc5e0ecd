import pg from 'pg';
import type { Network } from '../startNetworks.ts';
import type { World } from '../tryDeployment.ts';
import { askDatabase } from './machineActions.ts';

/** Opens a session that holds locks on tables until it is terminated. @returns the session's process id */
export async function lockTables({ server }: World, tables: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: server.urlOf('causeway') });
  // The server terminates the session.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query('begin');
  await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
  return rows[0]?.pid ?? 0;
}

/** Shows a database role a clock that is ahead of this machine's. */
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

/** Makes the service reconnect, so that its role's settings apply. */
async function endSessions(world: World, role: string): Promise<void> {
  await askDatabase(world, `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
}

/** Ages the stored balances of a chain, as if time had passed. */
export async function ageBooks(world: World, { id }: Network, hours: number): Promise<void> {
  // The table refuses changes, except in this session role.
  await askDatabase(
    world,
    `do $$ begin
       perform set_config('session_replication_role', 'replica', true);
       update book_readings set at = at - interval '${hours} hours' where chain_id = ${id};
     end $$`,
  );
}
