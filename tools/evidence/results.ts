import { readFile, rename, writeFile } from 'node:fs/promises';
import { hashSources, listSources } from '../stack/hashSources.ts';
import type { Part } from './parts.ts';
import { PARTS } from './parts.ts';

const FILE = new URL('../../docs/evidence.json', import.meta.url);

export type StoredResult = {
  readonly commit: string;
  /** When it ended: ISO 8601, UTC. */
  readonly at: string;
  readonly passed: boolean;
  /** The hash of the files that the part covers, as they were. */
  readonly sources: string;
  /** The last line that the part printed. */
  readonly result: string;
};

/** By the names of the parts. A part that never ran has none. */
export type Results = Readonly<Record<string, StoredResult>>;

export async function readResults(): Promise<Results> {
  return JSON.parse(await readFile(FILE, 'utf8'));
}

/** Stores the result of a part, and keeps those of the others. */
export async function storeResult({ name }: Part, result: StoredResult): Promise<void> {
  const results = { ...(await readResults()), [name]: result };
  const ordered = PARTS.flatMap((part) => {
    const stored = results[part.name];
    return stored ? [[part.name, stored] as const] : [];
  });
  // A run that ends meanwhile leaves the old file or the new one.
  const next = new URL(`${FILE.href}.next`);
  await writeFile(next, `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`);
  await rename(next, FILE);
}

/** The files that a part covers. Each release writes itself into one of them, which no result is about. */
export function listCovered({ covers }: Part): readonly string[] {
  return covers.flatMap(listSources).filter((file) => file !== 'service/db/released.json');
}

export function hashCovered(part: Part): string {
  return hashSources(listCovered(part)).slice(0, 16);
}

/** The parts that must run again: those whose last result is not a pass on the present sources. */
export async function listStale(): Promise<readonly Part[]> {
  const results = await readResults();
  return PARTS.filter((part) => {
    const { passed = false, sources = '' } = results[part.name] ?? {};
    return !passed || sources !== hashCovered(part);
  });
}
