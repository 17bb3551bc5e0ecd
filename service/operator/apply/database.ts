import { databaseUserOf, urlOfRole } from '../../boot/databaseSettings.ts';
import type { Installation } from '../../boot/installation.ts';
import { InvalidConfig } from '../../boot/operatorError.ts';
import { findMissingVaults } from '../../chain/chains.ts';
import type { Database } from '../../db/database.ts';
import { findMissingMigrations, migrate } from '../../db/migrate.ts';
import { openPostgres } from '../../db/postgres.ts';
import { grantRights } from '../../db/rights.ts';
import { countSendsOfOthers } from '../../payments/obligations.ts';
import type { Machine, MachineRole } from './machine.ts';
import { ApplyRefused, secretsOf } from './machine.ts';

type Place = { readonly machine: Machine; readonly installation: Installation };

async function withDatabase<T>(
  { machine, installation }: Place,
  role: 'worker' | 'api' | 'migrate',
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { database: url } = installation;
  if (!url?.startsWith('postgres')) {
    throw new ApplyRefused(
      'database must be the URL of a PostgreSQL database: several processes cannot share an embedded one.',
    );
  }
  const problems: string[] = [];
  const complete = await urlOfRole(url, { role, env: secretsOf(machine, 'secrets') }, problems);
  if (problems.length > 0) throw new InvalidConfig(problems);
  const limits = role === 'migrate' ? { statementTimeoutMs: 0, answerTimeoutMs: null } : {};
  const database = await openPostgres({ url: complete, poolSize: 2, ...limits }, () => {}).catch((error: unknown) => {
    const user = databaseUserOf(role);
    throw new ApplyRefused(
      `The database does not answer ${user}. Start it, or correct "database" and /etc/causeway/passwords/${user}.`,
      { cause: error },
    );
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** What the database knows about earlier files. */
export type OpenWork = {
  /** The chains with transfers or payments; null if only the worker's machine can know. */
  readonly chains: ReadonlySet<number> | null;
  readonly unsettled: readonly { readonly address: string; readonly count: number | bigint }[];
  /** The most native tokens that an open transfer to a chain asks for, in wei. */
  readonly gasDrops: readonly { readonly destination: bigint; readonly most: bigint }[];
  readonly missingMigrations: readonly string[];
};

export function readGasDrops(database: Database): Promise<OpenWork['gasDrops']> {
  return database.query(
    `select d.destination, max(gas_drop_of(d.target))::numeric(78,0) as most
     from transfers t join deposits d using (id)
     where t.state in ('seen', 'confirmed', 'signed', 'broadcast') and gas_drop_of(d.target) > 0
     group by d.destination`,
  );
}

/** Reads what is open. Null on a machine without a process that reads the database. */
export async function readOpenWork(
  place: Place,
  roles: readonly MachineRole[],
  chainIds: readonly number[],
): Promise<OpenWork | null> {
  const role = roles.includes('worker') ? 'worker' : roles.includes('api') ? 'api' : null;
  if (role === null) return null;
  return withDatabase(place, role, async (database) => {
    const missingMigrations = await findMissingMigrations(database);
    // The role of the API cannot read these tables.
    if (role === 'api') return { chains: null, unsettled: [], gasDrops: [], missingMigrations };
    // A new database has no tables yet.
    const [table] = await database.query("select 1 from pg_tables where tablename = 'migrations'");
    if (!table) return { chains: new Set(), unsettled: [], gasDrops: [], missingMigrations };
    const used = await Promise.all(
      chainIds.map(async (chainId) =>
        (await findMissingVaults(database, { chainId, vaults: [] })).length > 0 ? [chainId] : [],
      ),
    );
    const unsettled = await countSendsOfOthers(database, []);
    // An earlier version's schema has no gas drops.
    const gasDrops = missingMigrations.length > 0 ? [] : await readGasDrops(database);
    return { chains: new Set(used.flat()), unsettled, gasDrops, missingMigrations };
  });
}

/**
 * Brings the schema to this version, as the role that owns it.
 * @returns the migrations
 */
export function migrateDatabase(place: Place): Promise<readonly string[]> {
  return withDatabase(place, 'migrate', async (database) => {
    const applied = await migrate(database);
    await grantRights(database);
    return applied;
  });
}
