import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { readCommandLine } from '../../../lab/commandLine.ts';
import { readCommit } from '../../../lab/report/readCommit.ts';
import { writeSection } from '../../../lab/report/section.ts';
import type { Chunk } from './composition.ts';
import { collectChunks } from './composition.ts';
import { describeBundle } from './describeBundle.ts';

const HELP = `Usage: npm run bench -- bundle

Builds the web app with source maps and tells which packages its JavaScript comes from. Writes the tables into
docs/performance.md.`;

readCommandLine({ help: HELP, options: [] });
const outDir = mkdtempSync(join(tmpdir(), 'causeway-bundle-'));
try {
  const chunks: Chunk[] = [];
  const options = { outDir, sourcemap: 'hidden', chunkSizeWarningLimit: 1_000 } as const;
  await build({ logLevel: 'warn', build: options, plugins: [collectChunks(chunks)] });
  const text = `${describeBundle(chunks)}\n\n\`npm run bench -- bundle\` on ${await readCommit()}.`;
  console.log(text);
  await writeSection({ name: 'bundle', page: 'docs/performance.md', command: 'npm run bench -- bundle' }, text);
} finally {
  rmSync(outDir, { recursive: true });
}
