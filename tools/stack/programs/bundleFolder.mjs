import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSources } from '../hashSources.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HASHED = [
  ...['service', 'shared', 'tools/stack', 'contracts/artifacts.ts', 'contracts/deploy.ts', 'tools/vite/thirdParty.ts'],
  ...['chains', 'installation', 'postgres', 'processes', 'service'].map((folder) => `tools/lab/${folder}`),
  ...['package.json', 'package-lock.json'],
];

/** The folder of all bundles. */
export const BUNDLES = join(ROOT, 'node_modules', '.cache', 'causeway');

/** The start of each bundle's name. */
export const PREFIX = 'programs-';

/** The folder of the current sources' bundle. It exists once they have been bundled. */
export function placeBundle() {
  // The stack's bundle holds paths of this copy of the sources. Another copy may share node_modules.
  const hash = createHash('sha256').update(ROOT).update(hashSources(HASHED)).digest('hex');
  return join(BUNDLES, PREFIX + hash);
}
