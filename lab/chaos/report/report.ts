import { readdir, readFile } from 'node:fs/promises';
import type { CampaignResult } from '../campaign/runCampaign.ts';
import { describeFailpoints, describeMutants } from './describeRuns.ts';
import type { BlockName } from './page.ts';
import { BLOCKS, readBlock, writeBlock } from './page.ts';
import { toTable } from './table.ts';

const RESULTS = new URL('../../../docs/chaos/', import.meta.url);

/** The stored results of all seeds, in the order of the seeds. */
async function readResults(): Promise<readonly CampaignResult[]> {
  // A repository without results has no folder for them either.
  const names = (await readdir(RESULTS).catch(() => [])).filter((name) => /^campaign-\d+\.json$/.test(name));
  const results = await Promise.all(
    names.map(async (name): Promise<CampaignResult> => JSON.parse(await readFile(new URL(name, RESULTS), 'utf8'))),
  );
  return results.sort((a, b) => Number(a.seed) - Number(b.seed));
}

function sum(results: readonly CampaignResult[], read: (result: CampaignResult) => number): number {
  return results.reduce((total, result) => total + read(result), 0);
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function faultsOf({ verdict }: CampaignResult, kind: string): number {
  return verdict.faults.filter((fault) => fault.kind === kind).length;
}

/** The campaign's tables, from nothing but the stored results. */
function describeCampaign(results: readonly CampaignResult[]): string {
  if (results.length === 0) return 'No result of a whole campaign is stored yet.';
  const total = (read: (result: CampaignResult) => number) => count(sum(results, read));
  const verdict = toTable([
    ['verdict of the auditor', 'transfers'],
    ['deposits', total(({ verdict: { deposits } }) => deposits)],
    ['paid out', total(({ verdict: { payouts } }) => payouts)],
    ['refunded', total(({ verdict: { refunds } }) => refunds)],
    ['lost', total((result) => faultsOf(result, 'lost'))],
    ['paid twice', total((result) => faultsOf(result, 'paidTwice'))],
    ['refunded and paid', total((result) => faultsOf(result, 'refundedAndPaid'))],
    ['wrong recipient, token, chain or amount', total((result) => faultsOf(result, 'wrongPayment'))],
    ['a balance that payments do not explain', total((result) => faultsOf(result, 'wrongBalance'))],
    ['paid without a deposit', total((result) => faultsOf(result, 'invented'))],
    ['paid, then the deposit was reorganised away for good', total(({ verdict: { exposed } }) => exposed)],
    ['unfinished in the books', total(({ books }) => books.unfinished)],
  ]);
  const kinds = [...new Set(results.flatMap(({ rpcFaults }) => Object.keys(rpcFaults)))].sort();
  const faultCount = (result: CampaignResult, kind: string) =>
    Object.entries(result.rpcFaults).find(([name]) => name === kind)?.[1] ?? 0;
  const troubles = toTable([
    ['what was done to it', 'times'],
    ['processes killed (SIGKILL)', total((result) => result.troubles.kills)],
    ['reorganisations within the confirmations', total((result) => result.troubles.reorgs)],
    ['reorganisations beyond them', total((result) => result.troubles.deepReorgs)],
    ['immediate restarts of PostgreSQL', total((result) => result.troubles.databaseRestarts)],
    ['spikes of the base fee', total((result) => result.troubles.feeSpikes)],
    ...kinds.map((kind) => [`RPC: ${kind}`, total((result) => faultCount(result, kind))]),
  ]);
  const seeds = toTable([
    ['seed', 'commit', 'transfers', 'seconds', 'kills', 'p50 s', 'p95 s', 'max s', 'passed'],
    ...results.map(({ seed, commit, transfers, seconds, troubles: { kills }, completionSeconds, passed }) => [
      seed,
      commit,
      count(transfers),
      String(seconds),
      String(kills),
      String(completionSeconds?.p50 ?? '-'),
      String(completionSeconds?.p95 ?? '-'),
      String(completionSeconds?.max ?? '-'),
      passed ? 'yes' : 'NO',
    ]),
  ]);
  return [verdict, troubles, seeds].join('\n\n');
}

async function describe(name: BlockName): Promise<string> {
  switch (name) {
    case 'campaign':
      return describeCampaign(await readResults());
    case 'failpoints':
      return describeFailpoints();
    case 'mutants':
      return describeMutants();
  }
}

/** The blocks of the page that do not say what the stored results say. */
export async function findUntrueBlocks(): Promise<readonly BlockName[]> {
  const texts = await Promise.all(BLOCKS.map(async (name) => [await describe(name), await readBlock(name)]));
  return BLOCKS.filter((_, index) => texts[index]?.[0] !== texts[index]?.[1]);
}

/** Writes the tables of the stored results into the page. */
export async function writeReport(): Promise<void> {
  for (const name of BLOCKS) await writeBlock(name, await describe(name));
}
