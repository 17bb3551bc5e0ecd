import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:-\w+)?(?:\.(?:md|txt))?$/i;
const RULE = `${'-'.repeat(80)}\n`;
const MIT = readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8')
  .split('\n\n')
  .slice(2)
  .join('\n\n')
  .trim();

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
};

/** The licence text for a package that contains none. */
function writeLicence({ name, license, author }: Manifest): string {
  if (license === 'Unlicense') return 'In the public domain: https://unlicense.org';
  if (license !== 'MIT')
    throw new Error(`${name} has the licence ${license}, but not its text. Add the text to the build.`);
  const owner = typeof author === 'string' ? author : author?.name;
  return `Copyright (c) ${owner ?? `the authors of ${name}`}\n\n${MIT}`;
}

/** The folders of the packages that modules belong to, by their file names. */
export function packagesOf(files: readonly string[]): readonly string[] {
  return files.flatMap((file) => /\/.*\/node_modules\/(?:@[^/]+\/)?[^/?]+/.exec(file)?.[0] ?? []);
}

/** The text of `THIRD-PARTY.txt`: every package once, with its licence and notices. */
export function describePackages(folders: readonly string[]): string {
  const texts = folders.map((folder) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder).filter((name) => LICENCE_FILE.test(name));
    const licences = files.map((name) => readFileSync(join(folder, name), 'utf8').trim());
    const text = licences.length > 0 ? licences.join('\n\n') : writeLicence(manifest);
    return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${text}\n\n`;
  });
  return `Causeway contains these third-party packages.\n\n${RULE}${[...new Set(texts)].sort().join(RULE)}`;
}

/** Writes `THIRD-PARTY.txt` beside a build, for the packages that it contains. */
export function listThirdParties(): Plugin {
  return {
    name: 'causeway:third-parties',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
      const source = describePackages(packagesOf(files));
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY.txt', source });
    },
  };
}
