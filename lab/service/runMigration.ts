import type { ProcessEnd } from './program.ts';
import { startProgram, untilEnded } from './program.ts';

/** Runs `npm run migrate` on a database. */
export function runMigration(databaseUrl: string): Promise<ProcessEnd> {
  return untilEnded(startProgram('migration', { environment: { DATABASE_URL: databaseUrl }, from: 'sources' }));
}
