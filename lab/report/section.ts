import { readFile, writeFile } from 'node:fs/promises';

/** A part of a page that a command writes. Comments in the page mark its start and its end. */
export type Section = {
  readonly name: string;
  /** From the root of the project. */
  readonly page: string;
  /** The command that writes it. */
  readonly command: string;
};

const urlOf = ({ page }: Section) => new URL(`../../${page}`, import.meta.url);

function split(text: string, { name, page, command }: Section) {
  const [begin, end] = [`<!-- ${name}: ${command} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  if (from < begin.length || to < from) {
    throw new Error(`${page} must contain ${begin} followed by ${end}; restore both lines`);
  }
  return { before: text.slice(0, from), text: text.slice(from, to).trim(), after: text.slice(to) };
}

export async function readSection(section: Section): Promise<string> {
  return split(await readFile(urlOf(section), 'utf8'), section).text;
}

export async function writeSection(section: Section, text: string): Promise<void> {
  const { before, after } = split(await readFile(urlOf(section), 'utf8'), section);
  await writeFile(urlOf(section), `${before}\n\n${text}\n\n${after}`);
}
