import { readFileSync } from 'node:fs';

/** @returns the text of a file of the build; null while a newer build replaces it */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
