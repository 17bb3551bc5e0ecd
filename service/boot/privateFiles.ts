import { open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { OperatorError } from './operatorError.ts';

// With `LoadCredential=secrets:<folder>`, systemd names the copy of each file so.
const CREDENTIAL_PREFIX = 'secrets_';
const INSTALLATION = '/etc/causeway';

/**
 * Finds a file with a secret. A bare name, without a slash, is a file in the folder `secrets` of the installation. Only root
 * enters that folder, so under the units of systemd it is the copy that the process gets.
 * @param folder the path to put before a bare name instead, with its slash
 */
export function locateSecret(file: string, folder?: string): string {
  if (file.includes('/')) return file;
  const { CREDENTIALS_DIRECTORY: credentials, CAUSEWAY_INSTALLATION: installation = INSTALLATION } = process.env;
  return `${folder ?? (credentials ? `${credentials}/${CREDENTIAL_PREFIX}` : `${installation}/secrets/`)}${file}`;
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

/** Replaces a file atomically: after a crash the path has either the old content or the new one. */
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
// From version 254 on, systemd gives a credential to root and its group, with mode 0440, and lets the service read it by an
// access list. The list shows as the group's rights.
const OTHERS_OF_CREDENTIAL = 0o037;

/** Whether systemd has placed the file: only the service and root can enter that folder. */
function isCredential(path: string): boolean {
  const { CREDENTIALS_DIRECTORY: folder } = process.env;
  return folder !== undefined && folder !== '' && dirname(resolve(path)) === resolve(folder);
}

/**
 * Reads a file with a secret.
 * @throws PrivateFileRefused when this process cannot read it, or when other accounts can
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
 * @throws PrivateFileRefused when the file exists: overwriting a key would lose it
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

/** Stands for the content of a file, so that a configuration can be stored and shared without the keys in its URLs. */
const reference = v.strictObject({ file: v.pipe(v.string(), v.minLength(1)) });

const SECRET_LISTS = ['rpcUrls', 'wsUrls'] as const;

const chainWithSecrets = v.looseObject({
  rpcUrls: v.optional(v.array(v.unknown())),
  wsUrls: v.optional(v.array(v.unknown())),
});
const fileWithSecrets = v.looseObject({ chains: v.array(v.unknown()) });

type Context = { readonly problems: string[]; readonly secrets: string | undefined };

async function merging_config_secretFilesResolve(
  entry: unknown,
  path: string,
  { problems, secrets }: Context,
): Promise<unknown> {
  const parsed = v.safeParse(reference, entry);
  if (!parsed.success) return entry;
  const file = locateSecret(parsed.output.file, secrets);
  try {
    const text = (await readPrivateFile(file)).trim();
    if (text !== '') return text;
    problems.push(`${path} names ${file}, but that file is empty.`);
  } catch (error) {
    if (!(error instanceof PrivateFileRefused)) throw error;
    problems.push(`${path}: ${error.message}`);
  }
  // The problem above is the only one to report about this entry.
  return 'https://unreadable.invalid';
}

async function resolveChain(entry: unknown, path: string, context: Context): Promise<unknown> {
  const chain = v.safeParse(chainWithSecrets, entry);
  if (!chain.success) return entry;
  const resolved: Record<string, unknown> = { ...chain.output };
  for (const list of SECRET_LISTS) {
    const entries = chain.output[list];
    if (!entries) continue;
    resolved[list] = await Promise.all(
      entries.map((one, index) => merging_config_secretFilesResolve(one, `${path}.${list}.${index}`, context)),
    );
  }
  return resolved;
}

/**
 * Replaces each `{ "file": "…" }` in the lists of URLs of a configuration or a policy by the content of the file, and adds a
 * sentence for each unusable file to the problems. A text that is no such JSON is returned as it is.
 * @param secrets what to put before a bare name, see `locateSecret`
 */
export async function resolveSecretFiles(text: string, problems: string[], secrets?: string): Promise<string> {
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(), fileWithSecrets), text);
  if (!file.success) return text;
  const chains = await Promise.all(
    file.output.chains.map((chain, index) => resolveChain(chain, `chains.${index}`, { problems, secrets })),
  );
  return JSON.stringify({ ...file.output, chains });
}
