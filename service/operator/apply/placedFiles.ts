import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Installation, InstallationFile } from '../../boot/installation.ts';
import { portOf } from '../../boot/readConfig.ts';
import { toWebConfig } from '../../boot/webView.ts';
import type { Machine, MachineRole } from './machine.ts';
import { ApplyRefused } from './machine.ts';

/** A file that `apply` writes. */
export type PlacedFile = {
  /** From the root of the machine, without a leading slash. */
  readonly path: string;
  readonly content: Buffer;
  readonly mode: number;
};

/** An installation file with its text and path. */
export type ReadFile = {
  readonly text: string;
  readonly installation: Installation;
  /** The settings of the web app as a person wrote them. */
  readonly web: InstallationFile['web'];
  /** The folder of the file: `web.files` is relative to it. */
  readonly folder: string;
};

export const COPIES = {
  service: 'etc/causeway/service/installation.json',
  signer: 'etc/causeway/signer/installation.json',
  web: 'etc/causeway/web/host.json',
} as const;
export const BRAND = 'var/lib/causeway-web/brand';
export const SYSUSERS = 'etc/sysusers.d/causeway.conf';

export const unitOf = (role: MachineRole) => `causeway-${role}.service`;
export const unitPathOf = (role: MachineRole) => `etc/systemd/system/${unitOf(role)}`;

const OWNER = 0o600;
const EVERYONE = 0o644;

async function listBrand({ web, folder }: ReadFile): Promise<readonly PlacedFile[]> {
  if (web?.files === undefined) return [];
  const from = resolve(folder, web.files);
  const entries = await readdir(from, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(async (file) => ({
      path: `${BRAND}/${relative(from, file)}`,
      content: await readFile(file),
      mode: EVERYONE,
    })),
  );
}

const text = (path: string, content: string, mode = OWNER): PlacedFile => ({
  ...{ path, content: Buffer.from(content), mode },
});

async function listWeb(file: ReadFile): Promise<readonly PlacedFile[]> {
  const { installation, web } = file;
  const listen = { host: installation.listen.host, port: portOf(installation, 'web') };
  const own = { listen, config: toWebConfig(installation, web) };
  return [text(COPIES.web, `${JSON.stringify(own, null, 2)}\n`), ...(await listBrand(file))];
}

type Operations = Pick<Machine, 'programs' | 'hasUnits'>;

/** @throws ApplyRefused without the production build */
async function readBuilt({ programs }: Operations, name: string): Promise<Buffer> {
  const path = join(programs, 'operations', name);
  return readFile(path).catch((error: unknown) => {
    const advice = `Put the production build into ${programs}: docs/deploying.md, command 1`;
    throw new ApplyRefused(`${path} cannot be read. ${advice}. Nothing was changed.`, { cause: error });
  });
}

/** A role's files: its view of the installation, and its unit of this version. */
export async function listFilesOf(
  role: MachineRole,
  file: ReadFile,
  machine: Operations,
): Promise<readonly PlacedFile[]> {
  const views = {
    signer: () => [text(COPIES.signer, file.text)],
    worker: () => [text(COPIES.service, file.text)],
    api: () => [text(COPIES.service, file.text)],
    web: () => listWeb(file),
  };
  const files = await views[role]();
  if (!machine.hasUnits) return files;
  return [...files, { path: unitPathOf(role), content: await readBuilt(machine, unitOf(role)), mode: EVERYONE }];
}

/** A machine's files, whatever it runs: the units' accounts, and the command. */
export async function listCommonFiles(machine: Operations): Promise<readonly PlacedFile[]> {
  if (!machine.hasUnits) return [];
  return [
    { path: SYSUSERS, content: await readBuilt(machine, 'causeway.sysusers.conf'), mode: EVERYONE },
    { path: 'usr/local/bin/causeway', content: await readBuilt(machine, 'causeway'), mode: 0o755 },
  ];
}
