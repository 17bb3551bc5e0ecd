import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readPrivateFile } from '../../boot/privateFiles.ts';
import type { Machine, MachineRole } from './machine.ts';
import { pathOn, readOn, stateOf } from './machine.ts';

type Folder = {
  /** Next to the installation file. */
  readonly from: string;
  readonly to: string;
  readonly names: RegExp;
};

export const PASSWORDS = 'etc/causeway/passwords';
const ANY = /^[^.].*$/;
const STATE = stateOf('signer');
const SERVICE: Folder = { from: 'secrets', to: 'etc/causeway/secrets', names: ANY };

/** What a role's processes and commands need. */
const FOLDERS: Readonly<Record<MachineRole, readonly Folder[]>> = {
  signer: [
    { from: 'signer-secrets', to: 'etc/causeway/signer-secrets', names: ANY },
    { from: 'keys', to: 'etc/causeway/signer-secrets', names: /^keystore-password$/ },
    { from: 'keys', to: STATE, names: /^maker(?:-\d+)?\.json$/ },
  ],
  worker: [SERVICE, { from: 'passwords', to: PASSWORDS, names: /^causeway_(?:worker|operator|migrate)$/ }],
  api: [SERVICE, { from: 'passwords', to: PASSWORDS, names: /^causeway_api$/ }],
  web: [],
};

/** A secret that is next to the installation file and that the machine lacks. */
export type Placement = { readonly from: string; readonly to: string };

/**
 * Lists what `placeSecrets` would copy. A secret that the machine has is never replaced, whatever is next to the file.
 */
export async function listPlacements(
  machine: Machine,
  { folder, roles }: { readonly folder: string; readonly roles: readonly MachineRole[] },
): Promise<readonly Placement[]> {
  const found = new Map<string, Placement>();
  for (const { from, to, names } of roles.flatMap((role) => FOLDERS[role])) {
    for (const name of (await readdir(join(folder, from)).catch(() => [])).filter((one) => names.test(one))) {
      const target = `${to}/${name}`;
      if ((await readOn(machine, target)) === null) found.set(target, { from: join(folder, from, name), to: target });
    }
  }
  return [...found.values()];
}

/** Copies the secrets that the machine lacks. The signer's account owns the contents of its folder. */
export async function placeSecrets(machine: Machine, placements: readonly Placement[]): Promise<void> {
  for (const { from, to } of placements) {
    // A write would create the folder so that everyone can enter it.
    await mkdir(dirname(pathOn(machine, to)), { recursive: true, mode: 0o700 });
    await machine.write(to, { content: Buffer.from(await readPrivateFile(from)), mode: 0o600 });
    // systemd gives the folder and its contents to the account when the signer first starts.
    if (to.startsWith(STATE)) {
      await machine.run(['chown', '--no-dereference', `--reference=${pathOn(machine, STATE)}`, pathOn(machine, to)]);
    }
  }
}
