import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { OperatorError } from './operatorError.ts';

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
