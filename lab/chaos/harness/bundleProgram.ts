import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Bundles a program into one file. The lab restarts processes every few seconds; a bundle starts faster than TypeScript sources.
 * @param root a copy of the sources; by default the repository
 * @returns the path of the bundle
 */
export async function bundleProgram(entry: string, root: string = ROOT): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'causeway-bundle-'));
  await build({
    configFile: false,
    publicDir: false,
    root,
    logLevel: 'error',
    build: {
      ssr: entry,
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'program.mjs', codeSplitting: false } },
    },
    // These packages read further files at run time, so they cannot be bundled.
    ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pino', 'pg', 'fastify'] },
  });
  await cp(join(root, 'service/db/migrations'), join(outDir, 'migrations'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(outDir, 'node_modules'));
  return join(outDir, 'program.mjs');
}

export async function removeBundle(program: string): Promise<void> {
  await rm(dirname(program), { recursive: true, force: true });
}
