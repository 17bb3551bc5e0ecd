import type { Database } from '../../../db/database.ts';
import { readSupportedTokens } from '../../../db/supportedTokens.ts';
import type { Catalog } from '../../../domain/catalog.ts';
import { supportedTokens } from '../../../domain/supportedTokens.ts';
import type { Finding } from '../finding.ts';
import { failed, passed, warned } from '../finding.ts';

const FIX = 'docs/operating.md#two-operators';

/** The roles with which a person logs in and has the rights of the operators. */
async function readOperators(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string }>(
    `select r.rolname::text as name from pg_roles r
     where r.rolcanlogin and not r.rolsuper and r.rolname <> 'causeway_operator'
       and pg_has_role(r.oid, 'causeway_operator', 'member') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The tokens with a value in the database. */
async function readBounded(database: Database) {
  return (await readSupportedTokens(database)).filter(({ oneOperatorMax }) => oneOperatorMax !== null);
}

async function checkBounds(catalog: Catalog, database: Database): Promise<Finding> {
  const check = 'approval: values';
  const stored = await readBounded(database);
  const missing = supportedTokens(catalog).filter(
    (bound) => !stored.some(({ chainId, token }) => chainId === bound.chainId && token === bound.token),
  );
  return missing.length === 0
    ? passed(check, `${stored.length} values are in the database`)
    : failed(
        check,
        `the database lacks those of ${missing.length} tokens`,
        'Wait a minute after systemctl start causeway-worker',
      );
}

/** Whether two operators can act, and whether the database knows the rule. */
export async function checkApproval(
  catalog: Catalog,
  database: Database,
  isRunning: boolean,
): Promise<readonly Finding[]> {
  if (!catalog.approval) {
    const stored = await readBounded(database);
    return stored.length === 0
      ? []
      : [warned('approval: values', 'worker.json lacks approval, but the rule stays in force at its last values', FIX)];
  }
  const operators = await readOperators(database);
  const check = 'approval: operators';
  return [
    operators.length >= 2
      ? passed(check, operators.join(', '))
      : failed(check, `${operators.length} roles of operators exist, but a request needs two`, FIX),
    ...(isRunning ? [await checkBounds(catalog, database)] : []),
  ];
}
