import { readFile, rename, writeFile } from 'node:fs/promises';
import { hashSources, listSources } from '../stack/hashSources.mjs';
import type { EvidenceRun } from './runs.ts';
import { RUNS } from './runs.ts';

const FILE = new URL('../../docs/evidence.json', import.meta.url);

export type StoredResult = {
  readonly commit: string;
  /** When it ended, in ISO 8601, UTC. */
  readonly at: string;
  readonly passed: boolean;
  /** The hash of the covered files at that time. */
  readonly sources: string;
  /** The last line that the run printed. */
  readonly result: string;
};

/** By name of the run. A run that never completed has none. */
export type Results = Readonly<Record<string, StoredResult>>;

export async function readResults(): Promise<Results> {
  return JSON.parse(await readFile(FILE, 'utf8'));
}

/** Stores a run's result and keeps all others. */
export async function storeResult({ name }: EvidenceRun, result: StoredResult): Promise<void> {
  const results = { ...(await readResults()), [name]: result };
  const ordered = RUNS.flatMap((run) => {
    const stored = results[run.name];
    return stored ? [[run.name, stored] as const] : [];
  });
  // An interruption leaves the old file or the new one, never half a file.
  const next = new URL(`${FILE.href}.next`);
  await writeFile(next, `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`);
  await rename(next, FILE);
}

/** The files that a run covers, except the one into which each release writes itself: no result depends on that. */
export function listCovered({ covers }: EvidenceRun): readonly string[] {
  return covers.flatMap(listSources).filter((file) => file !== 'service/db/released.json');
}

export function hashCovered(run: EvidenceRun): string {
  return hashSources(listCovered(run)).slice(0, 16);
}

/** The runs to repeat: those whose last result is not a pass on the present sources. */
export async function listStale(): Promise<readonly EvidenceRun[]> {
  const results = await readResults();
  return RUNS.filter((run) => {
    const { passed = false, sources = '' } = results[run.name] ?? {};
    return !passed || sources !== hashCovered(run);
  });
}
