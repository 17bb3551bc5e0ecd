import { readFile } from 'node:fs/promises';
import type { Database } from '../../../service/db/database.ts';
import { migrate } from '../../../service/db/migrate.ts';
import type { DatabaseRole } from '../../../service/db/rights.ts';
import { grantRights } from '../../../service/db/rights.ts';

const CREATE = new URL('../../../service/db/create.sql', import.meta.url);

/** Creates the service's roles on a server and grants them their rights on a database, as an operator does. */
export async function createDatabaseRoles(admin: Database): Promise<void> {
  const script = await readFile(CREATE, 'utf8');
  await admin.transaction((transaction) => transaction.script(script));
  await migrate(admin);
  await grantRights(admin);
}

/** A test database's URL for another role. The test server requires no password. */
export function urlAs(url: string, role: DatabaseRole | 'causeway_migrate'): string {
  const result = new URL(url);
  result.username = role;
  return result.href;
}
