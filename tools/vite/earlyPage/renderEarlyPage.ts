import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { className } from '../className.ts';

const SOURCE = fileURLToPath(new URL('./earlyPageMarkup.tsx', import.meta.url));
/** The code imports React, so it must be below the same node_modules. */
const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** Renders the early page with the build's class names. */
export async function renderEarlyPage(): Promise<string> {
  const outDir = await mkdtemp(join(PACKAGES, '.early-page-'));
  try {
    await build({
      configFile: false,
      logLevel: 'warn',
      css: { modules: { generateScopedName: className } },
      build: { ssr: SOURCE, outDir, copyPublicDir: false, rolldownOptions: { output: { entryFileNames: 'page.mjs' } } },
    });
    const { markup } = await import(pathToFileURL(join(outDir, 'page.mjs')).href);
    return markup;
  } finally {
    await rm(outDir, { recursive: true });
  }
}
