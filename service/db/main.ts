import { readDatabase } from '../boot/databaseSettings.ts';
import { OperatorError } from '../boot/operatorError.ts';
import { parseShape, readInstallationText } from '../boot/readConfig.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { DATABASE_ROLES, grantRights } from './rights.ts';

// "npm run migrate": brings the schema to this version as the role that owns it, and grants the other roles their
// rights.

class MigrationRefused extends OperatorError {
  readonly code = 'MIGRATION_REFUSED';
}

async function run(): Promise<void> {
  const problems: string[] = [];
  const { DATABASE_URL: given } = process.env;
  const text = given ? null : await readInstallationText(process.env, problems);
  const installation = text === null ? undefined : (parseShape(text, problems) ?? undefined);
  const config = await readDatabase(process.env, { installation, role: 'migrate' }, problems);
  if (problems.length > 0) throw new MigrationRefused(problems.join('\n'));
  if (config?.kind !== 'postgresql') throw new MigrationRefused('The service migrates an embedded database itself.');
  const { url } = config;
  const database = await openPostgres({ url, poolSize: 2, statementTimeoutMs: 0, answerTimeoutMs: null }, () => {});
  try {
    const applied = await migrate(database);
    console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}.` : 'The schema is up to date.');
    const roles = await grantRights(database);
    const missing = DATABASE_ROLES.filter((role) => !roles.includes(role));
    if (roles.length > 0) console.log(`Rights granted: ${roles.join(', ')}.`);
    if (missing.length > 0) console.log(`No such role: ${missing.join(', ')}. Run service/db/create.sql to create it.`);
  } finally {
    await database.close();
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
