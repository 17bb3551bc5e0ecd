import { basename } from 'node:path';

const sheets = new Map<string, string>();

/** The name of a class in the page, such as `primary_Button`. Vite's own names end in hashes and line numbers, which do not compress. */
export function className(name: string, file: string): string {
  const sheet = basename(file).split('.')[0] ?? '';
  const known = sheets.get(sheet) ?? file;
  if (known !== file) throw new Error(`${known} and ${file} would share their class names. Rename one of them.`);
  sheets.set(sheet, file);
  return `${name}_${sheet}`;
}
