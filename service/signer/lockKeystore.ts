import { dirname, join } from 'node:path';
import type { DirectoryLock } from '../db/directoryLock.ts';
import { lockDirectory } from '../db/directoryLock.ts';

/**
 * Makes this process the only one with the payment log of the keystores in a folder.
 * @throws DirectoryLocked
 */
export async function lockKeystore(keystore: string): Promise<DirectoryLock> {
  return lockDirectory(
    join(dirname(keystore), 'signer.lock'),
    (holder) =>
      `The folder of this keystore is in use by ${holder}. Stop that signer first: two signers would not remember each other's payments. Another installation needs its own folder.`,
  );
}
