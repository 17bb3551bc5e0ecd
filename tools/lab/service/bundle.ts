import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { readSourceVersion } from '../../../service/boot/version.ts';
import { packagesOf } from '../../vite/thirdParty.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
// These packages read other files at run time, so they cannot be bundled.
const UNBUNDLED = ['@electric-sql/pglite', 'pino', 'pg', 'fastify', 'vite'];

/** Programs as plain JavaScript. `remove` deletes their folder. */
export type Bundle<Name extends string> = {
  readonly programs: Readonly<Record<Name, string>>;
  readonly remove: () => Promise<void>;
};

/** Bundles programs into a new temporary folder. */
export async function bundle<Name extends string>(
  entries: Readonly<Record<Name, string>>,
  root: string = ROOT,
): Promise<Bundle<Name>> {
  const outDir = await mkdtemp(join(tmpdir(), 'causeway-bundle-'));
  await bundleInto(outDir, entries, root);
  return { programs: programsIn(outDir, entries), remove: () => rm(outDir, { recursive: true, force: true }) };
}

/** The files of a bundle. */
export function programsIn<Name extends string>(
  dir: string,
  entries: Readonly<Record<Name, string>>,
): Bundle<Name>['programs'] {
  const files = Object.keys(entries).map((name) => [name, join(dir, `${name}.mjs`)]);
  return Object.fromEntries(files);
}

/**
 * Bundles programs for tests. A bundle starts in a fifth of the time of TypeScript sources, and tests start hundreds of
 * processes.
 * @param outDir an existing folder
 * @param entries the main file of each program, relative to `root`
 * @param root a copy of the sources; by default the repository
 */
export async function bundleInto(
  outDir: string,
  entries: Readonly<Record<string, string>>,
  root: string = ROOT,
): Promise<void> {
  await buildPrograms(outDir, entries, root);
  await symlink(join(ROOT, 'node_modules'), join(outDir, 'node_modules'));
}

/**
 * Bundles programs and the database schema that they apply, but not the packages that cannot be bundled.
 * @returns the names of those packages, and the folders of the bundled ones
 */
export async function buildPrograms(
  outDir: string,
  entries: Readonly<Record<string, string>>,
  root: string = ROOT,
): Promise<{ readonly imported: readonly string[]; readonly bundled: readonly string[] }> {
  // Imported here, so that a start from a stored bundle does not load Vite.
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    publicDir: false,
    root,
    logLevel: 'error',
    plugins: [keepPaths(root)],
    define: { CAUSEWAY_VERSION: JSON.stringify(readSourceVersion()) },
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      // All files go into one folder, because `service/db` looks for the schema beside itself.
      rolldownOptions: { input: entries, output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunk-[hash].mjs' } },
    },
    ssr: { noExternal: true, external: UNBUNDLED },
  });
  await cp(join(root, 'service/db/schema'), join(outDir, 'schema'), { recursive: true });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []));
  const chunks = outputs.filter((output) => output.type === 'chunk');
  const imports = new Set(chunks.flatMap((chunk) => chunk.imports));
  return {
    imported: UNBUNDLED.filter((name) => imports.has(name)),
    bundled: packagesOf(chunks.flatMap(({ moduleIds }) => moduleIds)),
  };
}

/** Has the development tools find files beside their sources, and not beside the bundle. */
function keepPaths(root: string): Plugin {
  return {
    name: 'causeway-paths',
    transform: {
      filter: { id: /\/(?:tools|contracts)\//, code: /import\.meta\.url/ },
      handler: (code, id) =>
        id.startsWith(root) ? code.replaceAll(/import\.meta\.url/g, JSON.stringify(pathToFileURL(id))) : null,
    },
  };
}
