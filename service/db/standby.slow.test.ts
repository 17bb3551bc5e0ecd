import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReplicatedPostgres } from '../../tools/lab/postgres/replicatedPostgres.ts';
import { startReplicatedPostgres } from '../../tools/lab/postgres/replicatedPostgres.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';

const CONNECTIONS = 4;
// Longer than the statement timeout.
const STANDBY_AWAY_MS = 6500;

let postgres: ReplicatedPostgres;
beforeAll(async () => {
  postgres = await startReplicatedPostgres();
});
afterAll(() => postgres?.stop());

const open = (url: string) => openPostgres({ url, poolSize: CONNECTIONS }, () => {});
const write = (database: Database, note: string) =>
  database.transaction((transaction) => transaction.query('insert into notes (note) values ($1)', [note]));
const readNotes = async (database: Database) =>
  (await database.query<{ note: string }>('select note from notes')).map(({ note }) => note);

test('a commit waits for the synchronous standby past the statement timeout, and is invisible until then', async () => {
  const { primary, standby } = postgres;
  await primary.ask('create table notes (note text)');
  const database = await open(primary.urlOf('postgres'));
  await standby.shutDown();
  let isCommitted = false;
  const committed = write(database, 'signed').then(() => {
    isCommitted = true;
  });
  const readWaiting = () => primary.ask("select 1 from pg_stat_activity where wait_event = 'SyncRep'");
  await waitUntil(async () => (await readWaiting()).length === 1);
  await new Promise((resolve) => setTimeout(resolve, STANDBY_AWAY_MS));
  expect(isCommitted).toBe(false);
  expect(await readNotes(database)).toEqual([]);
  await standby.start();
  await committed;
  expect(await readNotes(database)).toEqual(['signed']);
  await database.close();
});
