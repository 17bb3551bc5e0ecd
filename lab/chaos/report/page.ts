import { readFile, writeFile } from 'node:fs/promises';

/** The generated sections, in the order of the report. Comments in their pages mark the start and the end of each section. */
export const SECTIONS = ['campaign', 'failpoints', 'mutants', 'attacks'] as const;
export type Section = (typeof SECTIONS)[number];

function pageOf(section: Section): string {
  return section === 'attacks' ? 'docs/security.md' : 'docs/exactly-once.md';
}

function urlOf(section: Section): URL {
  return new URL(`../../../${pageOf(section)}`, import.meta.url);
}

function split(page: string, section: Section) {
  const [begin, end] = [`<!-- ${section}: npm run chaos -- report -->`, `<!-- /${section} -->`];
  const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  if (from < begin.length || to < from) {
    throw new Error(`${pageOf(section)} must contain ${begin} followed by ${end}; restore both lines`);
  }
  return { before: page.slice(0, from), text: page.slice(from, to).trim(), after: page.slice(to) };
}

export async function readSection(section: Section): Promise<string> {
  return split(await readFile(urlOf(section), 'utf8'), section).text;
}

export async function writeSection(section: Section, text: string): Promise<void> {
  const { before, after } = split(await readFile(urlOf(section), 'utf8'), section);
  await writeFile(urlOf(section), `${before}\n\n${text}\n\n${after}`);
}

/** Formats a Markdown table. The first row is the header; numbers align right in every column except the first. */
export function toTable(rows: readonly (readonly string[])[], columns: 'text' | 'numbers' = 'numbers'): string {
  const [header = [], ...body] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const alignment = header.map((_, index) => (index === 0 || columns === 'text' ? '---' : '--:'));
  return [line(header), line(alignment), ...body.map(line)].join('\n');
}
