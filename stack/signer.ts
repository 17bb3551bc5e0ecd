import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PrivateKeyAccount } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Processes } from '../lab/processes/processes.ts';
import { writeKeystore } from '../service/signer/keystore.ts';
import { fitsSocket } from '../service/signer/socket.ts';
import type { StateDir } from './stateDir.ts';
import { writePrivate } from './stateDir.ts';

/** A socket for the signer, in a folder that only its owner enters. */
export type SignerSocket = { readonly path: string; readonly remove: () => void };

const ROOT = fileURLToPath(new URL('..', import.meta.url));
// The key is worth nothing, and every start has to open its keystore.
const KEYSTORE_COST = 1024;

/** Makes the account that pays out. Its key is in a keystore from then on. */
export async function createMaker(dir: StateDir): Promise<PrivateKeyAccount> {
  const privateKey = generatePrivateKey();
  const password = randomBytes(24).toString('base64url');
  mkdirSync(dir.signer.folder, { mode: 0o700, recursive: true });
  writePrivate(dir.signer.password, `${password}\n`);
  await writeKeystore(dir.signer.keystore, { privateKey, password, cost: KEYSTORE_COST });
  return privateKeyToAccount(privateKey);
}

/** Beside the keystore; where the path is too long for a socket, in a temporary folder. */
export function placeSocket({ signer }: StateDir): SignerSocket {
  const near = join(signer.folder, 'signer.sock');
  if (fitsSocket(near)) return { path: near, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'causeway-'));
  return { path: join(folder, 's'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts the process that holds the maker's key. The service waits for it by itself. */
export async function startSigner(
  { dir, socket }: { readonly dir: StateDir; readonly socket: SignerSocket },
  { processes }: { readonly processes: Processes },
): Promise<void> {
  await processes.start({
    title: 'the signer',
    command: process.execPath,
    args: ['--import', 'tsx', 'service/signer/main.ts'],
    cwd: ROOT,
    env: {
      ...process.env,
      CAUSEWAY_KEYSTORE: dir.signer.keystore,
      CAUSEWAY_KEYSTORE_PASSWORD_FILE: dir.signer.password,
      CAUSEWAY_SIGNER_POLICY: dir.signer.policy,
      CAUSEWAY_SIGNER_SOCKET: socket.path,
    },
    logFile: `${dir.logs}/signer.log`,
    stopSignal: 'SIGTERM',
  });
}
