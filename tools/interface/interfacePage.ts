import { createTable } from './fieldTables.ts';

export const PAGE_FILE = new URL('../../docs/interface.md', import.meta.url);

const TABLE = /(?<=<!-- table: ([\w ]+) -->\n)[\s\S]*?(?=<!-- end of table -->)/g;

/** The page with its tables regenerated from the service's schemas and texts. Everything else stays. */
export function writeTables(page: string): string {
  return page.replace(TABLE, (_found, name: string) => `${createTable(name)}\n`);
}

/** The names of the page's tables. */
export function listTables(page: string): readonly string[] {
  return Array.from(page.matchAll(TABLE), ([, name = '']) => name);
}
