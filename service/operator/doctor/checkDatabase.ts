import type { Database } from '../../db/database.ts';
import { onlyRow } from '../../db/database.ts';
import { findMissingMigrations } from '../../db/migrate.ts';
import { openPostgres } from '../../db/postgres.ts';
import type { DatabaseRole, Right } from '../../db/rights.ts';
import { DATABASE_ROLES, TABLE_RIGHTS, WORKER_COLUMNS } from '../../db/rights.ts';
import type { RoleName } from '../setup/database.ts';
import type { Check, Finding } from './finding.ts';
import { failed, passed } from './finding.ts';

const MAX_SKEW_SECONDS = 2;
const RIGHTS: readonly Right[] = ['select', 'insert', 'update', 'delete'];
const MIGRATE = 'causeway apply';

/** `openPostgres` refuses a server with fsync or synchronous_commit off. */
export async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openPostgres({ url, poolSize: 1 }, () => {});
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The database checks as one of its roles. */
export function databaseCheck(role: RoleName, url: string): Check {
  return {
    name: `database as ${role}`,
    fix: `Start PostgreSQL, or correct "database" and /etc/causeway/passwords/${role}`,
    run: () => withDatabase(url, (database) => examine(role, database)),
  };
}

async function examine(role: RoleName, database: Database): Promise<readonly Finding[]> {
  const check = `database as ${role}`;
  const before = Date.now();
  const { user, now, version } = onlyRow(
    await database.query<{ user: string; now: Date; version: string }>(
      `select current_user::text as user, clock_timestamp() as now, current_setting('server_version') as version`,
    ),
  );
  const after = Date.now();
  // The database read its clock between the two readings of this machine's clock.
  const skew = Math.max(before - now.getTime(), now.getTime() - after, 0) / 1000;
  if (user !== role)
    return [
      failed(check, `the connection is of ${user}`, `Write no user into "database", and the password of ${role}`),
    ];
  const missing = await findMissingMigrations(database);
  if (missing.length > 0) return [failed(check, `the schema lacks ${missing.join(', ')}`, MIGRATE)];
  const clock =
    skew <= MAX_SKEW_SECONDS
      ? passed(`clock against ${check}`, `${skew.toFixed(1)} s apart`)
      : failed(
          `clock against ${check}`,
          `the clocks differ by ${skew.toFixed(1)} s`,
          'chronyc makestep, on both machines',
        );
  return [passed(check, `PostgreSQL ${version}, durable, schema up to date`), clock, await checkRights(role, database)];
}

const CHANGED_COLUMNS = `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and has_column_privilege(c.oid, a.attnum, 'update') and not has_table_privilege(c.oid, 'update')
  order by 1`;

/** The columns that the session, unlike its role, can or can't change, in tables it can't change as a whole. */
async function findWrongColumns(role: DatabaseRole, database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string }>(CHANGED_COLUMNS);
  const granted = rows.map(({ name }) => name);
  const expected = Object.entries(role === 'causeway_worker' ? WORKER_COLUMNS : {}).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  return [
    ...granted.filter((name) => !expected.includes(name)).map((name) => `${name} (update instead of none)`),
    ...expected.filter((name) => !granted.includes(name)).map((name) => `${name} (none instead of update)`),
  ];
}

async function checkRights(role: RoleName, database: Database): Promise<Finding> {
  const check = `rights of ${role}`;
  const known = DATABASE_ROLES.find((one) => one === role);
  if (known === undefined) return passed(check, 'owns the schema');
  const wrong: string[] = [];
  for (const [table, rights] of Object.entries(TABLE_RIGHTS)) {
    const row = onlyRow(
      await database.query<{ granted: string }>(
        `select concat_ws(',', ${RIGHTS.map((right) => `case when has_table_privilege($1, '${right}') then '${right}' end`).join(', ')}) as granted`,
        [table],
      ),
    );
    const expected = RIGHTS.filter((right) => rights[known].includes(right)).join(',');
    if (row.granted !== expected) wrong.push(`${table} (${row.granted || 'none'} instead of ${expected || 'none'})`);
  }
  wrong.push(...(await findWrongColumns(known, database)));
  return wrong.length === 0
    ? passed(check, `as they must be on ${Object.keys(TABLE_RIGHTS).length} tables`)
    : failed(check, `differ on ${wrong.join(', ')}`, MIGRATE);
}
