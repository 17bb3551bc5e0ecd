import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findHardCoded, findPhysicalSides, findUnused, usesReactLazy } from './texts/findTexts.ts';
import { readTexts } from './vite/texts.ts';

// Prints texts of the web app outside of src/i18n, texts that nothing uses, chunks that would not wait for their texts, and styles
// that break right to left. src/i18n/catalogs.test.ts compares the languages.

/** Files that contain texts, with the reason. */
const EXEMPT = new Map([
  ['src/app/untranslated.ts', 'shows when no texts have loaded'],
  ['src/chain/chainErrors.ts', 'writes details of errors, which the app shows below its own text'],
  ['src/help/model/report.ts', 'writes a report for the operator'],
  ['src/help/model/browserFamily.ts', 'names browsers'],
  ['src/form/quote/MismatchReport.tsx', 'writes a report for the operator'],
  ['src/ui/logos/logoNames.ts', 'names files'],
  ['src/account/mobileWallets.ts', 'names wallets'],
  ['src/account/walletConnect.ts', 'describes the app to a wallet, which has a language of its choice'],
  ['src/ui/Causeway.module.css', 'mirrors the whole picture'],
]);
// The operator reads problems of config.json, in English like its documentation.
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
    findHardCoded(path, code).map(({ line, text }) => `${path}:${line}: "${text}" belongs into src/i18n`),
  );
const users = sources.filter(({ code }) => code.includes('/i18n/')).map(({ code }) => code);
const unused = findUnused(keys, users).map(
  (key) => `src/i18n/en.json: nothing uses ${key}. Remove it from each language.`,
);
const sides = files
  .filter(({ path }) => path.endsWith('.css') && !EXEMPT.has(path))
  .flatMap(({ path, code }) =>
    findPhysicalSides(code).map((line) => `${path}:${line}: name the start or the end, not the left or the right`),
  );
const lazies = sources
  .filter(({ code }) => usesReactLazy(code))
  .map(({ path }) => `${path}: use lazyChunk of src/ui, which waits for the texts and keeps a failure in the chunk`);

const problems = [...hardCoded, ...unused, ...sides, ...lazies];
for (const problem of problems) console.error(problem);
console.log(`${keys.length} texts scanned, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
