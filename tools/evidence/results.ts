import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hashSources } from '../../stack/hashSources.ts';
import type { Part } from './parts.ts';
import { PARTS } from './parts.ts';

const FOLDER = new URL('../../docs/evidence/', import.meta.url);

/** The result of a part, one file each in docs/evidence. */
export type StoredResult = {
  readonly commit: string;
  /** When it ended: ISO 8601, UTC. */
  readonly at: string;
  readonly passed: boolean;
  /** The hash of the files that the part covers, as they were. */
  readonly sources: string;
  /** What the part printed, by lines. */
  readonly output: readonly string[];
};

const fileOf = ({ name }: Part) => new URL(`${name}.json`, FOLDER);

/** @returns null before the first run */
export async function readResult(part: Part): Promise<StoredResult | null> {
  const text = await readFile(fileOf(part), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

export async function writeResult(part: Part, result: StoredResult): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(fileOf(part), `${JSON.stringify(result, null, 2)}\n`);
}

export function hashCovered({ covers }: Part): string {
  return hashSources(covers).slice(0, 16);
}

/** Whether the last result of a part is a pass on the present sources. */
async function isCurrent(part: Part): Promise<boolean> {
  const result = await readResult(part);
  return result?.passed === true && result.sources === hashCovered(part);
}

/** The parts that must run again. */
export async function listStale(): Promise<readonly Part[]> {
  const current = await Promise.all(PARTS.map(isCurrent));
  return PARTS.filter((_, index) => !current[index]);
}
