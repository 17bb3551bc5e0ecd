// Releases the current commit: npm run release -- 1.2.3 It changes nothing unless the tree is clean, the version is a valid
// next one and every check passes. It never pushes.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSchema } from '../service/db/migrate.ts';
import { listStale } from './evidence/results.ts';
import { rowsOf } from './evidence/runs.ts';
import { currentDocument, RELEASED_FILE } from './interface/releasedDocument.ts';
import { nameRelease, requireNextVersion } from './release/changelog.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const CHANGELOG = `${ROOT}CHANGELOG.md`;
/** The files of the release's schema with their hashes. A test upgrades a database from these to the schema of its time. */
const RELEASED_SCHEMA = `${ROOT}service/db/released.json`;

const run = (command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { cwd: ROOT, stdio: 'inherit' });
const readVersion = (path: string): string => JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8')).version;

async function release(version: string): Promise<void> {
  const current = readVersion('package.json');
  const before = readFileSync(CHANGELOG, 'utf8');
  requireNextVersion(version, { changelog: before, current });
  const changes = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
  if (changes !== '') throw new Error(`Commit or remove these changes first:\n${changes}`);
  const stale = rowsOf(await listStale());
  const changelog = nameRelease(before, { version, day: new Date().toISOString().slice(0, 10), stale });
  run('npm', 'run', 'check');
  run('npm', 'run', 'test:all');

  writeFileSync(CHANGELOG, changelog);
  writeFileSync(RELEASED_FILE, currentDocument());
  const schema = Object.fromEntries((await readSchema()).map(({ name, hash }) => [name, hash]));
  writeFileSync(RELEASED_SCHEMA, `${JSON.stringify(schema, null, 2)}\n`);
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
  const client = `${ROOT}client/package.json`;
  writeFileSync(client, readFileSync(client, 'utf8').replace(`"version": "${current}"`, `"version": "${version}"`));
  const files = ['CHANGELOG.md', 'package.json', 'package-lock.json', 'client/package.json'];
  run('git', 'add', ...files, fileURLToPath(RELEASED_FILE), RELEASED_SCHEMA);
  run('git', 'commit', '--quiet', '--message', `release: ${version}`);
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
  console.log(`\nVersion ${version} is committed and tagged. Push both: git push --follow-tags`);
}

try {
  await release(process.argv[2] ?? '');
} catch (error) {
  console.error(`No release: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
