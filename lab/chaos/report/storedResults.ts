import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { HaResult } from '../../ha/campaign/haResult.ts';
import type { CampaignResult } from '../campaign/runCampaign.ts';

// The results in docs/chaos. `npm run chaos -- report` builds the tables of docs/exactly-once.md from them.
const RESULTS = new URL('../../../docs/chaos/', import.meta.url);

/** The commands with one stored result. */
type RunName = 'attacks' | 'failpoints' | 'mutants';

/** All results of one command. */
export type StoredRun<Result> = {
  readonly commit: string;
  readonly seconds: number;
  readonly results: readonly Result[];
};

async function store(name: string, value: unknown): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(new URL(`${name}.json`, RESULTS), `${JSON.stringify(value, null, 2)}\n`);
}

async function read<Value>(name: string): Promise<Value | null> {
  const text = await readFile(new URL(`${name}.json`, RESULTS), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

export function storeRun<Result>(name: RunName, run: StoredRun<Result>): Promise<void> {
  return store(name, run);
}

export function readRun<Result>(name: RunName): Promise<StoredRun<Result> | null> {
  return read(name);
}

export function storeCampaign(result: CampaignResult): Promise<void> {
  return store(`campaign-${result.seed}`, result);
}

export function storeHa(result: HaResult): Promise<void> {
  return store('ha', result);
}

export function readHa(): Promise<HaResult | null> {
  return read('ha');
}

/** The stored campaigns, ordered by seed. */
export async function readCampaigns(): Promise<readonly CampaignResult[]> {
  const names = (await readdir(RESULTS).catch(() => [])).filter((name) => /^campaign-\d+\.json$/.test(name));
  const results = await Promise.all(
    names.map(async (name): Promise<CampaignResult> => JSON.parse(await readFile(new URL(name, RESULTS), 'utf8'))),
  );
  return results.sort((a, b) => Number(a.seed) - Number(b.seed));
}
