import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Makes one file of a program of the service, because a process that is killed every few seconds should spend them on payments
 * rather than on being translated.
 * @param root a copy of the sources; the repository's own unless told otherwise
 * @returns the path of the program
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
    // What is loaded from files of its own cannot be made one with the rest.
    ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pino', 'pg', 'fastify'] },
  });
  await cp(join(root, 'service/db/migrations'), join(outDir, 'migrations'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(outDir, 'node_modules'));
  return join(outDir, 'program.mjs');
}

export async function removeBundle(program: string): Promise<void> {
  await rm(dirname(program), { recursive: true, force: true });
}
