import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Prints file:line for every phrase that the voice in CONTRIBUTING.md forbids, and for every file above the size limits.

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
const MAX_LINES = 300;
const MAX_MEDIAN_LINES = 80;

/** Files that need a phrase, with the reason. */
const EXEMPT_FILES = new Map([
  ['tools/scanWords.mjs', 'lists the phrases'],
  ['CONTRIBUTING.md', 'shows sentences before and after'],
  ['lab/postgres/postgresServer.ts', 'names the Unix account nobody'],
]);
const TEXT = /\.(?:ts|tsx|mjs|md|sol|yml|css|sql|service)$/;
const SOURCE = /\.(?:ts|tsx|mjs)$/;

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

/** @returns {readonly string[]} one line per exceeded size limit */
function findOversize(files) {
  const tooLong = files
    .filter(({ path, lines }) => !path.endsWith('.md') && lines.length > MAX_LINES)
    .map(({ path, lines }) => `${path}:${lines.length}: a file has at most ${MAX_LINES} lines`);
  const lengths = files
    .filter(({ path }) => SOURCE.test(path))
    .map(({ lines }) => lines.length)
    .sort((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return median < MAX_MEDIAN_LINES
    ? tooLong
    : [...tooLong, `The median source file has ${median} lines, not below ${MAX_MEDIAN_LINES}.`];
}

const files = readTrackedFiles();
const problems = [...findPhrases(files), ...findOversize(files)];
for (const problem of problems) console.error(problem);
console.log(`${files.length} files scanned, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
