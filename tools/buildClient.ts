// Builds the client package in client/dist: one module, and its types.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleClient } from './client/bundleClient.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DIST = `${ROOT}client/dist`;

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST, { recursive: true });
writeFileSync(`${DIST}/index.js`, await bundleClient({ minify: false }));
const flags = ['--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--rootDir', ROOT, '--outDir', DIST];
// The repository's `#client/*` and `#shared/*` mean nothing in the package: the declarations name their files by relative paths.
flags.push('--resolvePackageJsonImports', 'false');
execFileSync(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, '-p', `${ROOT}client`, ...flags], {
  stdio: 'inherit',
});
console.log('client/dist is up to date.');
