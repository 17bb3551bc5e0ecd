import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from '../mutants/mutants.ts';
import type { MutantResult } from '../mutants/runMutants.ts';
import { runMutants } from '../mutants/runMutants.ts';
import { readCommit } from '../report/readCommit.ts';
import { FAILPOINT_CASES, nameOf } from './failpointCases.ts';
import type { FailpointResult } from './runFailpoints.ts';
import { runFailpoints } from './runFailpoints.ts';

/** What is stored in docs/chaos. */
export type DrillRecord<Result> = {
  readonly commit: string;
  readonly seconds: number;
  readonly results: readonly Result[];
};

export type DrillCommand = {
  /** Only what has this in its name; then nothing is stored. */
  readonly only: string;
  readonly say: (line: string) => void;
};

const RECORDS = new URL('../../../docs/chaos/', import.meta.url);
const LOGS = new URL('../../../test-results/chaos/', import.meta.url);
const PLACES = 3;

async function prepareLogs(name: string): Promise<string> {
  const logs = fileURLToPath(new URL(name, LOGS));
  await rm(logs, { recursive: true, force: true });
  return logs;
}

async function store<Result>(name: string, record: DrillRecord<Result>): Promise<void> {
  await mkdir(RECORDS, { recursive: true });
  await writeFile(new URL(`${name}.json`, RECORDS), `${JSON.stringify(record, null, 2)}\n`);
}

/** @returns whether the service recovered wherever it was made to fail */
export async function tryFailpoints({ only, say }: DrillCommand): Promise<boolean> {
  const started = Date.now();
  const cases = FAILPOINT_CASES.filter((failpointCase) => nameOf(failpointCase).includes(only));
  const options = { logs: await prepareLogs('failpoints'), firstChainId: 50_000, places: PLACES, say };
  const results: readonly FailpointResult[] = await runFailpoints(cases, options);
  const failed = results.filter(({ complaints }) => complaints.length > 0);
  const seconds = Math.round((Date.now() - started) / 1000);
  say(`${results.length - failed.length} of ${results.length} cases recover (${seconds} s)`);
  for (const result of failed) say(`FAILED ${nameOf(result)}: ${result.complaints.join('; ')}`);
  if (only === '') await store('failpoints', { commit: await readCommit(), seconds, results });
  return failed.length === 0 && results.length > 0;
}

/** @returns whether every mutant was convicted, and the service as it is was not */
export async function tryMutants({ only, say }: DrillCommand): Promise<boolean> {
  const started = Date.now();
  const mutants = MUTANTS.filter(({ name }) => name.includes(only));
  const options = { logs: await prepareLogs('mutants'), firstChainId: 52_000, places: PLACES, say };
  const results: readonly MutantResult[] = await runMutants(mutants, options);
  const convicted = results.filter((result) => result.convicted);
  const seconds = Math.round((Date.now() - started) / 1000);
  say(`${convicted.length} of ${results.length} mutants are convicted (${seconds} s)`);
  if (only === '') await store('mutants', { commit: await readCommit(), seconds, results });
  return convicted.length === results.length && results.length > 0;
}
