import { SetupRefused } from './contractFiles.ts';
import { quotePassword, within } from './setUpDatabase.ts';

type FoundRole = { readonly name: string; readonly isOperator: boolean };

/**
 * The operators among these whose role exists. Their passwords stay: a person can have changed theirs.
 * @param adminUrl the database, as a superuser of its server
 * @throws SetupRefused for a role that is more or less than an operator's
 */
export async function findOperatorRoles(adminUrl: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await within(adminUrl, (admin) =>
    admin.query<FoundRole>(
      `select r.rolname::text as name,
         (r.rolcanlogin and not r.rolsuper and not r.rolcreaterole and not r.rolcreatedb and not r.rolbypassrls
           and (select array_agg(g.rolname::text) from pg_auth_members m join pg_roles g on g.oid = m.roleid
                where m.member = r.oid) = array['causeway_operator']) is true as is_operator
       from pg_roles r where r.rolname = any($1)`,
      [names],
    ),
  );
  const other = found.find(({ isOperator }) => !isOperator);
  if (other) {
    throw new SetupRefused(
      `The database role ${other.name} exists, and it is no operator's role. Choose another name in "operators".`,
    );
  }
  return new Set(found.map(({ name }) => name));
}

/** Creates the role of an operator: it has the rights of `causeway_operator`, and no others. */
export async function createOperatorRole(
  adminUrl: string,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<void> {
  await within(adminUrl, (admin) =>
    admin.transaction((transaction) =>
      transaction.script(
        `create role "${name}" login in role causeway_operator password ${quotePassword(name, password)}`,
      ),
    ),
  );
}
