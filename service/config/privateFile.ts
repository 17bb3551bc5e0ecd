import { open } from 'node:fs/promises';
import { OperatorError } from '../operatorError.ts';

/** A file with a secret in it cannot be used as it is. The message says what to do, and never what is in the file. */
export class PrivateFileRefused extends OperatorError {
  readonly code = 'PRIVATE_FILE_REFUSED';
}

const OWNER_ONLY = 0o600;

/**
 * Reads a file with a secret in it.
 * @throws PrivateFileRefused where it cannot be read, or other accounts can read it too
 */
export async function readPrivateFile(path: string): Promise<string> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new PrivateFileRefused(`${path} cannot be read.`, { cause: error });
  });
  try {
    const { mode } = await file.stat();
    // Windows has no such bits; there the file's access list is the operator's business.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new PrivateFileRefused(`${path} holds a secret and other accounts can read it; run: chmod 600 ${path}`);
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/**
 * Writes a new file that only its owner can read.
 * @throws PrivateFileRefused where there is one already: a key that is written over is gone
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY).catch((error: unknown) => {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new PrivateFileRefused(isTaken ? `${path} is there already.` : `${path} cannot be written.`, {
      cause: error,
    });
  });
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
