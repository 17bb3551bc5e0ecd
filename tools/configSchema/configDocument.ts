import { readFileSync } from 'node:fs';

const PAGE = new URL('../../docs/installation.md', import.meta.url);
const ROW = /^\| `([^`]+)` \| .* \| (.+) \|$/gm;

/** The meaning of each setting, from the tables of docs/installation.md, without Markdown. */
export function readMeanings(): ReadonlyMap<string, string> {
  return new Map(
    [...readFileSync(PAGE, 'utf8').matchAll(ROW)].map(([, path = '', meaning = '']) => [
      path,
      meaning.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', ''),
    ]),
  );
}
