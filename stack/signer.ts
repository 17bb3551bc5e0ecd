import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrivateKeyAccount } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Processes } from '../lab/processes/processes.ts';
import type { ProgramOrigin } from '../lab/service/program.ts';
import { startProgram } from '../lab/service/program.ts';
import { writeKeystore } from '../service/signer/process/keystore.ts';
import { fitsSocket } from '../service/signer/process/socket.ts';
import type { StateDir } from './stateDir.ts';
import { writePrivate } from './stateDir.ts';

/** The signer's socket, in a folder that only its owner can enter. */
export type SignerSocket = { readonly path: string; readonly remove: () => void };

// The key holds only test tokens, and every start opens its keystore: a low cost saves time.
const KEYSTORE_COST = 1024;

/** Creates the hot wallet's account and stores its key in a keystore. */
export async function createHotWallet(dir: StateDir): Promise<PrivateKeyAccount> {
  const privateKey = generatePrivateKey();
  const password = randomBytes(24).toString('base64url');
  mkdirSync(dir.signer.folder, { mode: 0o700, recursive: true });
  writePrivate(dir.signer.password, `${password}\n`);
  await writeKeystore(dir.signer.keystore, { privateKey, password, cost: KEYSTORE_COST });
  return privateKeyToAccount(privateKey);
}

/** Places the socket beside the keystore, or in a temporary folder if that path is too long for a socket. */
export function placeSocket({ signer }: StateDir): SignerSocket {
  const near = join(signer.folder, 'signer.sock');
  if (fitsSocket(near)) return { path: near, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'causeway-'));
  return { path: join(folder, 's'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts the signer. The service waits for its socket. */
export function startSigner(
  { dir, socket, from }: { readonly dir: StateDir; readonly socket: SignerSocket; readonly from: ProgramOrigin },
  { processes }: { readonly processes: Processes },
): void {
  startProgram('signer', {
    from,
    environment: {
      ...process.env,
      ...{ CAUSEWAY_STATE: dir.signer.folder, CAUSEWAY_SECRETS: dir.signer.folder },
      CAUSEWAY_INSTALLATION: dir.signer.installation,
      CAUSEWAY_SOCKET: socket.path,
    },
    logFile: `${dir.logs}/signer.log`,
    start: processes.start,
  });
}
