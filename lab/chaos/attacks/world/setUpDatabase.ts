import { openPostgres } from '../../../../service/db/postgres.ts';
import { createDatabaseRoles, urlAs } from '../../../postgres/databaseRoles.ts';

/** The URLs of one database, with the rights of each party. */
export type DatabaseUrls = {
  readonly admin: string;
  readonly worker: string;
  readonly api: string;
  readonly operator: string;
};

/** Creates the service's roles, the schema and the rights, as docs/operating.md tells an operator. */
export async function setUpDatabase(admin: string): Promise<DatabaseUrls> {
  const database = await openPostgres({ url: admin, poolSize: 2 }, () => {});
  try {
    await createDatabaseRoles(database);
  } finally {
    await database.close();
  }
  return {
    admin,
    worker: urlAs(admin, 'causeway_worker'),
    api: urlAs(admin, 'causeway_api'),
    operator: urlAs(admin, 'causeway_operator'),
  };
}
