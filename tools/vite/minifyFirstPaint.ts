import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { minify } from 'vite';

const FILE = 'firstPaint.js';

/** Vite copies public/ as it is. This script runs before the first paint, so its comments would cost every visit. */
export function minifyFirstPaint(): Plugin {
  return {
    name: 'causeway:minify-first-paint',
    apply: 'build',
    writeBundle: async ({ dir }) => {
      if (dir === undefined) return;
      const path = join(dir, FILE);
      const { code } = await minify(FILE, await readFile(path, 'utf8'));
      await writeFile(path, code);
    },
  };
}
