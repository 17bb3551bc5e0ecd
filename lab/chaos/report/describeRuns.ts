import { readFile } from 'node:fs/promises';
import type { Step } from '../../../service/workers/steps.ts';
import { STEPS } from '../../../service/workers/steps.ts';
import type { DrillRecord } from '../failpoints/commands.ts';
import { FLOWS } from '../failpoints/failpointCases.ts';
import type { FailpointResult } from '../failpoints/runFailpoints.ts';
import type { MutantResult } from '../mutants/runMutants.ts';
import { toTable } from './table.ts';

const RECORDS = new URL('../../../docs/chaos/', import.meta.url);
const NOTHING = 'No whole result is stored yet.';

async function readRecord<Result>(name: string): Promise<DrillRecord<Result> | null> {
  const text = await readFile(new URL(`${name}.json`, RECORDS), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

function toCell(results: readonly FailpointResult[]): string {
  if (results.length === 0) return '';
  return `${results.filter(({ complaints }) => complaints.length === 0).length} of ${results.length}`;
}

export async function describeFailpoints(): Promise<string> {
  const record = await readRecord<FailpointResult>('failpoints');
  if (!record) return NOTHING;
  const { results, commit, seconds } = record;
  const row = (point: Step) => {
    const cells = FLOWS.map((flow) => toCell(results.filter((one) => one.point === point && one.flow === flow)));
    return [`\`${point}\``, ...cells];
  };
  const total = FLOWS.map((flow) => toCell(results.filter((one) => one.flow === flow)));
  const table = toTable([['place', ...FLOWS], ...STEPS.map(row), ['all', ...total]]);
  return `${toCell(results)} cases recover (commit ${commit}, ${seconds} s).\n\n${table}`;
}

// The auditor's words for what it found, as a person would say them.
const WORDS: Readonly<Record<string, string>> = {
  lost: 'lost',
  paidTwice: 'paid twice',
  refundedAndPaid: 'refunded and paid',
  wrongPayment: 'paid wrongly',
  wrongBalance: 'a balance that payments do not explain',
  invented: 'paid without a deposit',
};

function toWords(complaint: string): string {
  const [fault = ''] = complaint.split(' ');
  return WORDS[fault] ?? complaint;
}

function listComplaints(complaints: readonly string[]): string {
  const words = complaints.map(toWords);
  return [...new Set(words)]
    .map((word) => {
      const times = words.filter((other) => other === word).length;
      return times > 1 ? `${word} (${times})` : word;
    })
    .join('; ');
}

export async function describeMutants(): Promise<string> {
  const record = await readRecord<MutantResult>('mutants');
  if (!record) return NOTHING;
  const { results, commit, seconds } = record;
  const convicted = results.filter((result) => result.convicted).length;
  const rows = results.map(({ mistake, scenario, complaints, convicted: isConvicted }) => [
    mistake,
    scenario,
    isConvicted ? listComplaints(complaints) : 'NOT CONVICTED',
  ]);
  const table = toTable([['mistake', 'situation', 'what convicts it'], ...rows], 'words');
  return `${convicted} of ${results.length} are convicted (commit ${commit}, ${seconds} s).\n\n${table}`;
}
