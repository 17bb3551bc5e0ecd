import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findHardCoded, findPhysicalSides, findUnused, usesReactLazy } from './texts/findTexts.ts';
import { readTexts } from './vite/texts.ts';

// Prints texts of the web app that are outside src/i18n, unused texts, chunks that would not wait for their texts, and styles
// that break right-to-left pages. src/i18n/catalogs.test.ts compares the languages.

/** Files that may contain texts, with the reason. */
const EXEMPT = new Map([
  ['src/app/untranslated.ts', 'is shown when no texts have loaded'],
  ['src/chain/chainErrors.ts', 'writes error details, which the app shows below its own text'],
  ['src/help/model/report.ts', 'writes a report for the operator'],
  ['src/help/model/browserFamily.ts', 'names browsers'],
  ['src/form/quote/MismatchReport.tsx', 'writes a report for the operator'],
  ['src/ui/logos/logoNames.ts', 'names files'],
  ['src/account/mobileWallets.ts', 'names wallets'],
  ['src/account/walletConnect.ts', 'describes the app to a wallet, which has its own language'],
  ['src/ui/Causeway.module.css', 'mirrors the whole picture'],
]);
// Operators read problems in config.json, in English like its documentation.
const EXEMPT_FOLDERS = ['src/config/', 'src/i18n/'];

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  encoding: 'utf8',
});
const files = listed
  .trim()
  .split('\n')
  .filter(existsSync)
  .map((path) => ({ path, code: readFileSync(path, 'utf8') }));
const sources = files.filter(({ path }) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
const texts = await readTexts('en');
const keys = Object.values(texts).flatMap((chunk) => Object.keys(chunk));

const hardCoded = sources
  .filter(({ path }) => !EXEMPT.has(path) && !EXEMPT_FOLDERS.some((folder) => path.startsWith(folder)))
  .flatMap(({ path, code }) =>
    findHardCoded(path, code).map(({ line, text }) => `${path}:${line}: "${text}" belongs in src/i18n`),
  );
const users = sources.filter(({ code }) => code.includes('/i18n/')).map(({ code }) => code);
const unused = findUnused(keys, users).map(
  (key) => `src/i18n/en.json: nothing uses ${key}. Remove it from every language.`,
);
const sides = files
  .filter(({ path }) => path.endsWith('.css') && !EXEMPT.has(path))
  .flatMap(({ path, code }) =>
    findPhysicalSides(code).map((line) => `${path}:${line}: use start and end, not left and right`),
  );
const lazies = sources
  .filter(({ code }) => usesReactLazy(code))
  .map(({ path }) => `${path}: use lazyChunk from src/ui, which waits for the texts and contains a failure`);

const problems = [...hardCoded, ...unused, ...sides, ...lazies];
for (const problem of problems) console.error(problem);
console.log(`${keys.length} texts scanned, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
