import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import english from './en.json';

const ROOT = join(import.meta.dirname, '../..');
const LINE = "  ur: { name: 'Pseudo', tag: 'ur', direction: 'rtl', locale: 'ur' },\n";
let copy: string;

/** Every English text, marked, so that it differs from the English and keeps its placeholders. */
const pseudo = Object.fromEntries(
  Object.entries(english).map(([chunk, texts]) => [
    chunk,
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, `⟦${text}⟧`])),
  ]),
);

const writeLanguage = (texts: unknown) => writeFile(join(copy, 'src/i18n/ur.json'), JSON.stringify(texts));

/** Runs tests of the languages in the copy, and returns what they print. */
function runTests(...names: readonly string[]): Promise<{ readonly isPassed: boolean; readonly output: string }> {
  const tests = names.map((name) => `src/i18n/${name}.test`);
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', copy, ...tests];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: copy, env: { ...process.env, NO_COLOR: '1' } }, (error, out, err) =>
      resolve({ isPassed: error === null, output: out + err }),
    );
  });
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'causeway-language-'));
  for (const path of ['package.json', 'tsconfig.base.json', 'shared', 'src/tsconfig.json', 'src/i18n', 'tools/vite']) {
    await cp(join(ROOT, path), join(copy, path), { recursive: true });
  }
  await rm(join(copy, 'src/i18n/newLanguage.slow.test.ts'));
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const config = "import { splitTexts } from './tools/vite/texts.ts';\nexport default { plugins: [splitTexts()] };\n";
  await writeFile(join(copy, 'vitest.config.ts'), config);
  const languages = join(copy, 'shared/languages.ts');
  const code = await readFile(languages, 'utf8');
  await writeFile(languages, code.replace('} as const satisfies', `${LINE}} as const satisfies`));
});
afterAll(() => rm(copy, { recursive: true }));

it('a new language is one JSON file and one line', async () => {
  await writeLanguage(pseudo);
  const { isPassed, output } = await runTests('catalogs', 'formats', 'firstPaint', 'useTexts');
  expect(isPassed, output).toBe(true);
});

it('a new language that lacks a text, or keeps an English one, fails the tests', async () => {
  const { crashTitle: _missing, ...form } = pseudo.form ?? {};
  await writeLanguage({ ...pseudo, form, app: { ...pseudo.app, todo_report: english.app.todo_report } });
  const { isPassed, output } = await runTests('catalogs');
  expect(isPassed, output).toBe(false);
  expect(output).toContain('-   "crashTitle"');
  expect(output).toContain(english.app.todo_report);
});
