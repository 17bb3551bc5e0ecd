import { readFile, writeFile } from 'node:fs/promises';
import { describeCampaign } from '../../lab/chaos/campaign/describeCampaign.ts';
import type { Table } from './parts.ts';
import { TABLES } from './parts.ts';
import type { StoredResult } from './results.ts';
import { readResult } from './results.ts';

const urlOf = ({ page }: Table) => new URL(`../../${page}`, import.meta.url);

/** Two comments in the page mark where a table starts and ends. */
function split(text: string, { name, page }: Table) {
  const [begin, end] = [`<!-- ${name}: npm run evidence -- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  if (from < begin.length || to < from)
    throw new Error(`${page} must contain ${begin}, then ${end}. Restore both lines.`);
  return { before: text.slice(0, from), table: text.slice(from, to).trim(), after: text.slice(to) };
}

function describeRun(name: string, { commit, at, passed }: StoredResult): string {
  return `\`npm run evidence -- ${name}\` ${passed ? 'passed' : 'FAILED'} on ${at.slice(0, 10)}, commit ${commit}.`;
}

/** The Markdown of a table: what its parts printed, and when they ran. */
async function describeTable({ name, parts }: Table): Promise<string> {
  const results = (await Promise.all(parts.map(readResult))).filter((result) => result !== null);
  const [first] = results;
  if (!first) return 'No result yet.';
  if (name === 'campaign') return describeCampaign(results);
  return `${first.output.join('\n')}\n\n${describeRun(name, first)}`;
}

/** The tables in the documents that differ from the stored results. */
export async function findWrongTables(): Promise<readonly string[]> {
  const isWrong = await Promise.all(
    TABLES.map(async (table) => {
      const page = await readFile(urlOf(table), 'utf8');
      return split(page, table).table !== (await describeTable(table));
    }),
  );
  return TABLES.filter((_, index) => isWrong[index]).map(({ name, page }) => `${page}: ${name}`);
}

/** Writes stored results into the documents. */
export async function writeTables(tables: readonly Table[] = TABLES): Promise<void> {
  for (const table of tables) {
    const { before, after } = split(await readFile(urlOf(table), 'utf8'), table);
    await writeFile(urlOf(table), `${before}\n\n${await describeTable(table)}\n\n${after}`);
  }
}
