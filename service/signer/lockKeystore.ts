import type { DirectoryLock } from '../db/directoryLock.ts';
import { lockDirectory } from '../db/directoryLock.ts';

/**
 * Makes this process the only one with the logs of a keystore.
 * @throws DirectoryLocked
 */
export async function lockKeystore(keystore: string): Promise<DirectoryLock> {
  return lockDirectory(
    `${keystore}.lock`,
    (holder) =>
      `This keystore is in use by ${holder}. Stop that signer first: two signers would not share one hourly cap, nor remember each other's payments.`,
  );
}
