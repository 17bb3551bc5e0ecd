import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { readCommandLine } from '../../../lab/commandLine.ts';
import type { Chunk } from './composition.ts';
import { collectChunks } from './composition.ts';
import { describeBundle } from './describeBundle.ts';

const HELP = `Usage: npm run bench -- bundle

Builds the web app with source maps and tells which packages its JavaScript comes from.`;

readCommandLine({ help: HELP, options: [] });
const outDir = mkdtempSync(join(tmpdir(), 'causeway-bundle-'));
try {
  const chunks: Chunk[] = [];
  const options = { outDir, sourcemap: 'hidden', chunkSizeWarningLimit: 1_000 } as const;
  await build({ logLevel: 'warn', build: options, plugins: [collectChunks(chunks)] });
  const text = describeBundle(chunks);
  console.log(text);
} finally {
  rmSync(outDir, { recursive: true });
}
