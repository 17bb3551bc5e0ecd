import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Prints file:line for every phrase that the voice in CONTRIBUTING.md forbids, and for every file above the size limit.

const PHRASES = [
  'whoever',
  'nobody',
  'somebody',
  'anybody',
  'those that',
  'those who',
  'of its own',
  'of their own',
  'stands in',
  'is told',
  'goes by',
];
const MAX_LINES = 500;

/** Files that need a phrase, with the reason. */
const EXEMPT_FILES = new Map([
  ['tools/scanWords.mjs', 'lists the phrases'],
  ['CONTRIBUTING.md', 'shows sentences before and after'],
  ['lab/postgres/postgresServer.ts', 'names the Unix account nobody'],
]);
const TEXT = /\.(?:ts|tsx|mjs|md|sol|yml|css|sql|service)$/;

/** @returns {readonly { readonly path: string, readonly lines: readonly string[] }[]} the tracked text files */
function readTrackedFiles() {
  const paths = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  return paths
    .filter((path) => TEXT.test(path) && !path.includes('/generated/'))
    .map((path) => ({ path, lines: readFileSync(path, 'utf8').trimEnd().split('\n') }));
}

/** @returns {readonly string[]} one line per forbidden phrase, as file:line */
function findPhrases(files) {
  const pattern = new RegExp(`\\b(?:${PHRASES.join('|')})\\b`, 'i');
  return files
    .filter(({ path }) => !EXEMPT_FILES.has(path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
}

/** @returns {readonly string[]} one line per file above the limit */
function findOversize(files) {
  return files
    .filter(({ path, lines }) => !path.endsWith('.md') && lines.length > MAX_LINES)
    .map(({ path, lines }) => `${path}:${lines.length}: a file has at most ${MAX_LINES} lines`);
}

const files = readTrackedFiles();
const problems = [...findPhrases(files), ...findOversize(files)];
for (const problem of problems) console.error(problem);
console.log(`${files.length} files scanned, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
