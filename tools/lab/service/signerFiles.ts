import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { KEYSTORE_PASSWORD } from '../../../service/boot/fields.ts';
import type { TlsFiles } from '../../../service/boot/tls.ts';
import { tlsFilesIn } from '../../../service/boot/tls.ts';
import { writeKeystore } from '../../../service/signer/process/keystore.ts';
import type { WorkFolder } from './workFolder.ts';

/** The environment variables that name a signer's files, and its socket. The secrets are beside the keystore. */
export type SignerFiles = {
  readonly state: string;
  readonly socketPath: string;
  readonly environment: Readonly<Record<string, string>>;
};

// The key holds only test tokens, and every start decrypts the keystore, so a low cost saves time.
const KEYSTORE_COST = 1024;

/** Writes a keystore and its password into a signer's state folder. */
export async function writeSignerKey(state: string, privateKey: Hex): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  await mkdir(state, { mode: 0o700, recursive: true });
  await writeKeystore(join(state, 'maker.json'), { privateKey, password, cost: KEYSTORE_COST });
  await writeFile(join(state, KEYSTORE_PASSWORD), `${password}\n`, { mode: 0o600 });
}

export async function writeSignerFiles(
  folder: WorkFolder,
  { privateKey, installation }: { readonly privateKey: Hex; readonly installation: unknown },
): Promise<SignerFiles> {
  const name = privateKeyToAddress(privateKey).slice(2, 10);
  const state = join(folder.path, `signer-${name}`);
  await writeSignerKey(state, privateKey);
  const socketFolder = join(folder.path, `socket-${name}`);
  await mkdir(socketFolder, { mode: 0o700 });
  const socketPath = join(socketFolder, 'signer.sock');
  return {
    state,
    socketPath,
    environment: {
      ...{ CAUSEWAY_STATE: state, CAUSEWAY_SECRETS: state },
      CAUSEWAY_INSTALLATION: await folder.write(`${name}.installation.json`, JSON.stringify(installation)),
      CAUSEWAY_SOCKET: socketPath,
    },
  };
}

/** The settings of a signer that also listens on a local port for the worker `worker-1`. */
export function remoteSettings(port: number) {
  return { url: `https://localhost:${port}`, listen: `127.0.0.1:${port}`, clients: ['worker-1'] };
}

/** Puts one side's certificate and its trusted authority into its state folder. */
export async function placeCertificates(state: string, files: TlsFiles): Promise<void> {
  const places = tlsFilesIn(state);
  await mkdir(dirname(places.key), { recursive: true, mode: 0o700 });
  for (const name of ['cert', 'key', 'ca'] as const) await copyFile(files[name], places[name]);
}
