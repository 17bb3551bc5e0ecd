import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findHardCoded } from './texts/findHardCoded.mjs';
import { findPhysicalSides, findUnused } from './texts/findUnused.mjs';
import { usesReactLazy } from './texts/usesReactLazy.mjs';

// Prints texts of the web app outside of the catalogues, texts that nothing uses, parts that would not wait for their texts,
// and styles that break right to left.
// TypeScript finds keys that a catalogue lacks or has too many; src/i18n/catalogs.test.ts compares the placeholders.

/** Files that contain texts, with the reason. */
const EXEMPT = new Map([
  ['src/app/untranslated.ts', 'shows when no catalogue has loaded'],
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

const all = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter(existsSync);
const paths = all.filter((path) => !EXEMPT.has(path));
const read = (path) => readFileSync(path, 'utf8');
const sources = all.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
const catalogs = sources.flatMap((path) => /^src\/i18n\/(\w+)\/en\.ts$/.exec(path)?.[1] ?? []);

const hardCoded = sources
  .filter((path) => !EXEMPT.has(path) && !EXEMPT_FOLDERS.some((folder) => path.startsWith(folder)))
  .flatMap((path) =>
    findHardCoded(path, read(path)).map(
      ({ line, text }) => `${path}:${line}: "${text}" belongs into a catalogue of src/i18n`,
    ),
  );
const unused = catalogs.flatMap((catalog) => {
  const module = `i18n/${catalog}/${catalog}Words.ts`;
  const users = sources.map(read).filter((code) => code.includes(module));
  return findUnused(read(`src/i18n/${catalog}/en.ts`), users).map(
    (key) => `src/i18n/${catalog}/en.ts: nothing uses ${key}. Remove it from each language.`,
  );
});
const sides = paths
  .filter((path) => path.endsWith('.css'))
  .flatMap((path) =>
    findPhysicalSides(read(path)).map(
      (line) => `${path}:${line}: name the start or the end, not the left or the right`,
    ),
  );

const lazies = sources
  .filter((path) => usesReactLazy(read(path)))
  .map((path) => `${path}: use lazyPart of src/ui, which waits for the texts and keeps a failure in the part`);

const problems = [...hardCoded, ...unused, ...sides, ...lazies];
for (const problem of problems) console.error(problem);
console.log(`${catalogs.length} catalogues scanned, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
