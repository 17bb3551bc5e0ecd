// Builds the client package in client/dist: one module, its types and the licences.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleClient } from './client/bundleClient.ts';
import { describePackages, packagesOf } from './vite/thirdParty.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DIST = `${ROOT}client/dist`;

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST, { recursive: true });
const { code, moduleIds } = await bundleClient({ minify: false });
writeFileSync(`${DIST}/index.js`, code);
writeFileSync(`${DIST}/THIRD-PARTY.txt`, describePackages(packagesOf(moduleIds)));
// npm packs a licence only from the root of a package.
copyFileSync(`${ROOT}LICENSE`, `${ROOT}client/LICENSE`);
const flags = ['--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--rootDir', ROOT, '--outDir', DIST];
// The repository's `#client/*` and `#shared/*` do not resolve in the package, so declarations import by relative paths.
flags.push('--resolvePackageJsonImports', 'false');
execFileSync(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, '-p', `${ROOT}client`, ...flags], {
  stdio: 'inherit',
});
console.log('client/dist is up to date.');
