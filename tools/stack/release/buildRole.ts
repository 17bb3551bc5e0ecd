import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPrograms } from '../../lab/service/bundle.ts';
import { describePackages } from '../../vite/thirdParty.ts';
import { copyPackages } from './copyPackages.ts';
import type { Role } from './roles.ts';

// For testnets and tests only, because a power failure can lose payments.
const EMBEDDED_DATABASE = '@electric-sql/pglite';

/**
 * Builds one role's folder.
 * @param root the repository
 */
export async function buildRole(
  name: string,
  { role, root, outDir }: { readonly role: Role; readonly root: string; readonly outDir: string },
): Promise<void> {
  const folder = join(outDir, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { imported, bundled } = await buildPrograms(folder, role.programs, root);
  const packages = imported.filter((one) => one !== EMBEDDED_DATABASE);
  const copied = await copyPackages(packages, { root, outDir: folder });
  for (const [target, source] of Object.entries(role.files)) await cp(join(root, source), join(folder, target));
  if (!role.hasSchema) await rm(join(folder, 'schema'), { recursive: true });
  const folders = [...copied, ...role.packages].map((path) => join(root, path));
  const notices = await Promise.all(role.notices.map((path) => readFile(join(root, path), 'utf8')));
  await writeFile(join(folder, 'THIRD-PARTY.txt'), [describePackages([...bundled, ...folders]), ...notices].join('\n'));
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const { version, engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const manifest = { name: `causeway-${name}`, version, private: true, type: 'module', engines };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
