import { PrivateFileRefused, readPrivateFile } from './privateFile.ts';
import { locateSecret } from './secretFolder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A URL that the environment gives as `variable`, or in the file that `<variable>_FILE` names. */
export type UrlSetting = { readonly variable: string; readonly of: string };

/**
 * Reads a URL from the environment or from a file that only its owner can read. It can hold a password, so no message quotes it.
 * @returns null without one, and after a reported problem
 */
export async function readUrlSetting(
  env: Environment,
  { variable, of }: UrlSetting,
  problems: string[],
): Promise<string | null> {
  const fileVariable = `${variable}_FILE`;
  const [url, file] = [env[variable], env[fileVariable]];
  if (!file) return url || null;
  if (url) {
    problems.push(`${variable} and ${fileVariable} are both set. Remove one of them.`);
    return null;
  }
  const path = locateSecret(file);
  try {
    const text = (await readPrivateFile(path)).trim();
    if (text !== '') return text;
    problems.push(`${fileVariable} is ${path}, but that file is empty. Write the URL of ${of} into it.`);
  } catch (error) {
    if (!(error instanceof PrivateFileRefused)) throw error;
    problems.push(`${fileVariable}: ${error.message}`);
  }
  return null;
}
