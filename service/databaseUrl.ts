import { PrivateFileRefused, readPrivateFile } from './privateFile.ts';
import { locateSecret } from './secretFolder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the URL of the database, from the environment or from a file that only its owner can read. It holds a password, so no
 * message quotes it.
 * @returns null without one, and after a reported problem
 */
export async function readDatabaseUrl(
  { DATABASE_URL: url, DATABASE_URL_FILE: file }: Environment,
  problems: string[],
): Promise<string | null> {
  if (!file) return url || null;
  if (url) {
    problems.push('DATABASE_URL and DATABASE_URL_FILE are both set. Remove one of them.');
    return null;
  }
  const path = locateSecret(file);
  try {
    const text = (await readPrivateFile(path)).trim();
    if (text !== '') return text;
    problems.push(`DATABASE_URL_FILE is ${path}, but that file is empty. Write the URL of the database into it.`);
  } catch (error) {
    if (!(error instanceof PrivateFileRefused)) throw error;
    problems.push(`DATABASE_URL_FILE: ${error.message}`);
  }
  return null;
}
