import { readFile, writeFile } from 'node:fs/promises';

const PAGE = new URL('../../../docs/exactly-once.md', import.meta.url);

/** The parts of the page that are made of stored results. */
export const BLOCKS = ['campaign', 'failpoints', 'mutants'] as const;
export type BlockName = (typeof BLOCKS)[number];

function split(page: string, name: BlockName) {
  const [begin, end] = [`<!-- ${name}: npm run chaos -- report -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  if (from < begin.length || to < from) throw new Error(`docs/exactly-once.md has no ${begin} … ${end}`);
  return { before: page.slice(0, from), block: page.slice(from, to).trim(), after: page.slice(to) };
}

export async function readBlock(name: BlockName): Promise<string> {
  return split(await readFile(PAGE, 'utf8'), name).block;
}

export async function writeBlock(name: BlockName, text: string): Promise<void> {
  const { before, after } = split(await readFile(PAGE, 'utf8'), name);
  await writeFile(PAGE, `${before}\n\n${text}\n\n${after}`);
}
