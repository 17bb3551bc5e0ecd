import { open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { REFERENCE } from './fields.ts';
import { OperatorError } from './operatorError.ts';

// With `LoadCredential=secrets:<folder>`, systemd names each file's copy like this.
const CREDENTIAL_PREFIX = 'secrets_';
const SECRETS = '/etc/causeway/secrets';

/** The installation's folder of secrets. */
export function secretsFolder({ CAUSEWAY_SECRETS: folder = SECRETS }: NodeJS.ProcessEnv): string {
  return folder;
}

/**
 * Finds a file with a secret. A bare name, without a slash, is a file in the installation's folder of secrets. Only
 * root can enter that folder, so under systemd's units it is the copy that the process gets.
 */
export function locateSecret(file: string, env: NodeJS.ProcessEnv): string {
  if (file.includes('/')) return file;
  const { CREDENTIALS_DIRECTORY: credentials } = env;
  return credentials ? `${credentials}/${CREDENTIAL_PREFIX}${file}` : `${secretsFolder(env)}/${file}`;
}

/** Makes the names in a directory survive a power cut. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Replaces a file atomically: after a crash the path has either the old content or the new. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await syncDirectory(dirname(path));
}

/** Thrown when a file with a secret is unusable. The message never quotes the file. */
export class PrivateFileRefused extends OperatorError {
  readonly code = 'PRIVATE_FILE_REFUSED';
}

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;
// From version 254 on, systemd gives a credential to root and its group, with mode 0440, and lets the service read it
// through an access list, which appears as the group's rights.
const OTHERS_OF_CREDENTIAL = 0o037;

/** Whether systemd has placed the file: only the service and root can enter that folder. */
function isCredential(path: string): boolean {
  const { CREDENTIALS_DIRECTORY: folder } = process.env;
  return folder !== undefined && folder !== '' && dirname(resolve(path)) === resolve(folder);
}

/**
 * Reads a file with a secret.
 * @throws PrivateFileRefused if this process can't read it, or other accounts can
 */
export async function readPrivateFile(path: string): Promise<string> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new PrivateFileRefused(`${path} cannot be read. Correct the path or its permissions.`, { cause: error });
  });
  try {
    const { mode } = await file.stat();
    // Windows has no permission bits. There the operator sets the file's access list.
    if (process.platform !== 'win32' && (mode & (isCredential(path) ? OTHERS_OF_CREDENTIAL : OTHERS)) !== 0) {
      throw new PrivateFileRefused(`${path} contains a secret, but other accounts can read it. Run: chmod 600 ${path}`);
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/**
 * Writes a new file that only its owner can read.
 * @throws PrivateFileRefused if the file exists: overwriting a key would lose it
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY).catch((error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new PrivateFileRefused(
      exists ? `${path} already exists and was not overwritten. Choose another path.` : `${path} cannot be written.`,
      {
        cause: error,
      },
    );
  });
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Replaces the references in a setting's URLs with their secrets. No message quotes a secret.
 * @param problems gets a sentence for each unusable one
 */
export async function fillSecrets(
  urls: readonly string[],
  { path, problems, env }: { readonly path: string; readonly problems: string[]; readonly env: NodeJS.ProcessEnv },
): Promise<readonly string[]> {
  const read = async (kind: string, name: string, at: string): Promise<string> => {
    if (kind === 'env') {
      const value = env[name];
      if (!value) problems.push(`${at} names the variable ${name}, but it is not set.`);
      return value ?? '';
    }
    const file = locateSecret(name, env);
    try {
      const text = (await readPrivateFile(file)).trim();
      if (text === '') problems.push(`${at} names ${file}, but that file is empty.`);
      return text;
    } catch (error) {
      if (!(error instanceof PrivateFileRefused)) throw error;
      problems.push(`${at}: ${error.message}`);
      return '';
    }
  };
  const fill = async (url: string, at: string): Promise<string> => {
    const texts = new Map<string, string>();
    for (const [reference, kind = '', name = ''] of url.matchAll(REFERENCE)) {
      texts.set(reference, await read(kind, name, at));
    }
    return url.replace(REFERENCE, (reference) => texts.get(reference) ?? '');
  };
  return Promise.all(urls.map((url, index) => fill(url, urls.length === 1 ? path : `${path}.${index}`)));
}

/** The file that a reference such as `{file:screening}` names. */
export function fileOfReference(reference: string, env: NodeJS.ProcessEnv): string {
  return locateSecret(/^\{file:(.*)\}$/.exec(reference)?.[1] ?? '', env);
}
