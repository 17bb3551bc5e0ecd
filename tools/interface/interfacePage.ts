import { createTable } from './fieldTables.ts';

export const PAGE_FILE = new URL('../../docs/interface.md', import.meta.url);

const TABLE = /(?<=<!-- table: ([\w ]+) -->\n)[\s\S]*?(?=<!-- end of table -->)/g;

/** The page with its tables made from the schemas and texts of the service. Everything else stays. */
export function writeTables(page: string): string {
  return page.replace(TABLE, (_found, name: string) => `${createTable(name)}\n`);
}

/** The names of the tables of the page. */
export function listTables(page: string): readonly string[] {
  return Array.from(page.matchAll(TABLE), ([, name = '']) => name);
}
