import type { DatabaseConfig } from './config.ts';

/**
 * Where a process that moves money keeps its journal: beside an embedded database, not inside of it, since who restores the one
 * from a backup must not restore the other. Where a database server is, its backups are too, so nothing can be assumed.
 * @returns null where the operator wants none
 */
export function readJournalDirectory(
  { CAUSEWAY_JOURNAL_DIR: directory }: Readonly<Record<string, string | undefined>>,
  database: DatabaseConfig | null,
  problems: string[],
): string | null {
  if (directory === 'off') return null;
  if (directory) return directory;
  if (database?.kind === 'embedded') return `${database.directory.replace(/\/+$/, '')}.journal`;
  if (database) {
    problems.push(
      'CAUSEWAY_JOURNAL_DIR is not set; it names a directory on this machine for the record of what was sent, by which a database restored from a backup is noticed. "off" does without.',
    );
  }
  return null;
}
