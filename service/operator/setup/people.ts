import { randomBytes } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readPrivateFile, replaceFile, writePrivateFile } from '../../boot/privateFiles.ts';
import type { RoleName, RolePasswords } from './database.ts';
import { ALL_ROLES } from './database.ts';
import type { OpenInstallation } from './installationFile.ts';
import { DEFAULT_FILE, environmentOf, exists, formatInstallation, operatorFolder } from './installationFile.ts';

const SECRET_BYTES = 24;

/** A password of 192 random bits. */
function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Reads a secret, or creates it. An existing one is never replaced. */
export async function keepSecret(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (!(await exists(path))) await writePrivateFile(path, `${createSecret()}\n`);
  return (await readPrivateFile(path)).trim();
}

const passwordPath = (folder: string, role: string) => join(folder, 'passwords', role);

/** The service's roles without a password file. */
export async function listMissingPasswords(folder: string): Promise<readonly RoleName[]> {
  const found = await Promise.all(ALL_ROLES.map((role) => exists(passwordPath(folder, role))));
  return ALL_ROLES.filter((_, index) => !found[index]);
}

/** The passwords of the service's roles. Missing ones are created. */
export async function keepPasswords(folder: string): Promise<RolePasswords> {
  const keep = (role: RoleName) => keepSecret(passwordPath(folder, role));
  return {
    causeway_migrate: await keep('causeway_migrate'),
    causeway_worker: await keep('causeway_worker'),
    causeway_api: await keep('causeway_api'),
    causeway_operator: await keep('causeway_operator'),
  };
}

/** The names of the secrets in the URLs that an operator's commands use. */
function listSecrets({ file }: OpenInstallation): readonly string[] {
  const urls = file.chains.flatMap(({ rpcUrls }) => rpcUrls);
  return [...new Set(urls.flatMap((url) => [...url.matchAll(/\{file:([^{}/]+)\}/g)].map(([, name = '']) => name)))];
}

const describeFolder = (
  name: string,
) => `This folder belongs to ${name}. Copy it to the machine of ${name}, then delete it here.

  installation.json   the installation. Get the newest one whenever it changes.
  passwords/${name}   the password of the database role ${name}
  secrets/            the secrets in the URLs of the RPC endpoints

On that machine, with this folder as /home/${name}/causeway:

  export CAUSEWAY_INSTALLATION=/home/${name}/causeway/installation.json
  export CAUSEWAY_SECRETS=/home/${name}/causeway/secrets
  export CAUSEWAY_ROLE=${name}
  causeway list
`;

/**
 * Writes an operator's folder. Its password is stored before the role exists: after an interruption, the next run uses
 * the same one.
 * @returns the password
 */
export async function writeOperatorFolder(opened: OpenInstallation, name: string): Promise<string> {
  const folder = operatorFolder(opened.folder, name);
  const password = await keepSecret(join(folder, 'passwords', name));
  const { CAUSEWAY_SECRETS: secrets = '' } = environmentOf(opened);
  await mkdir(join(folder, 'secrets'), { recursive: true, mode: 0o700 });
  for (const secret of listSecrets(opened)) {
    const source = join(secrets, secret);
    // `copyFile` keeps the mode.
    if (await exists(source)) await copyFile(source, join(folder, 'secrets', secret));
  }
  await replaceFile(join(folder, 'README.txt'), describeFolder(name));
  await replaceFile(join(folder, DEFAULT_FILE), formatInstallation(opened.written));
  return password;
}
