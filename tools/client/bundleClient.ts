import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type ClientBundle = { readonly code: string; readonly moduleIds: readonly string[] };

/** The client as one module, with all dependencies except viem and the hash function that viem brings. */
export async function bundleClient({ minify }: { readonly minify: boolean }): Promise<ClientBundle> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify,
      target: 'es2023',
      modulePreload: { polyfill: false },
      // Not Vite's library mode, which keeps white space.
      rolldownOptions: {
        input: 'client/index.ts',
        preserveEntrySignatures: 'strict',
        external: [/^viem(?:\/|$)/, /^@noble\/hashes\//],
        output: { format: 'es' },
      },
    },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const [chunk, ...more] = outputs.flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error('the client was built as more than one file');
  return chunk;
}
