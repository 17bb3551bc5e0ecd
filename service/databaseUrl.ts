import { readUrlSetting } from './urlSetting.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the URL of the database, from the environment or from a file that only its owner can read.
 * @returns null without one, and after a reported problem
 */
export function readDatabaseUrl(env: Environment, problems: string[]): Promise<string | null> {
  return readUrlSetting(env, { variable: 'DATABASE_URL', of: 'the database' }, problems);
}
