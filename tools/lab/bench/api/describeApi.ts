import { percentile } from '../../report/percentile.ts';
import { spread } from '../../report/spread.ts';
import { toTable } from '../../report/toTable.ts';
import type { RequestKind } from './apiRequests.ts';

type ServerSample = {
  /** At full load, over 64 connections. */
  readonly perSecond: number;
  /** Processor time of the server per request at full load, in microseconds. */
  readonly processorUs: number;
  /** In milliseconds, at half of the service's highest request rate. */
  readonly p50: number;
  readonly p99: number;
};

/** One measurement of each server. */
export type Sample = { readonly bare: ServerSample; readonly own: ServerSample };
export type KindResult = { readonly kind: RequestKind; readonly samples: readonly Sample[] };

const LATENCY_GOAL = 5;
// Garbage collection alone changes a process's memory by a few percent.
const MEMORY_GOAL = 1.1;

/** How much longer slow answers take. On a busy machine, the bare server's are slow too. */
const tailOf = ({ p50, p99 }: ServerSample) => p99 / p50;

const isMet = (met: boolean) => (met ? 'yes' : 'no');

const range = (numbers: readonly number[], digits: number) => spread(numbers, { digits });

/** The tables of capacity and latency. @param sizes the answer's size in bytes, by kind */
export function describeApi(results: readonly KindResult[], sizes: readonly number[]): string {
  const capacity = results.map(({ kind, samples }, index) => {
    const ratios = samples.map(({ bare, own }) => own.perSecond / bare.perSecond);
    const used = samples.map(({ bare, own }) => bare.processorUs / own.processorUs);
    return [
      kind.name,
      String(sizes[index]),
      range(
        samples.map(({ bare }) => bare.perSecond),
        0,
      ),
      range(
        samples.map(({ own }) => own.perSecond),
        0,
      ),
      range(ratios, 2),
      String(kind.goal),
      isMet(percentile(ratios, 0.5) >= kind.goal),
      range(used, 2),
    ];
  });
  const latency = results.map(({ kind, samples }) => {
    const ratios = samples.map(({ own }) => tailOf(own));
    const of = (pick: (sample: Sample) => number) => range(samples.map(pick), 2);
    return [
      kind.name,
      of(({ bare }) => bare.p50),
      of(({ bare }) => bare.p99),
      of(({ own }) => own.p50),
      of(({ own }) => own.p99),
      range(
        samples.map(({ bare }) => tailOf(bare)),
        1,
      ),
      range(ratios, 1),
      `${LATENCY_GOAL}`,
      isMet(percentile(ratios, 0.5) <= LATENCY_GOAL),
    ];
  });
  const capacityHeader = [
    'requests a second',
    'bytes',
    'bare',
    'Causeway',
    'ratio',
    'goal',
    'met',
    'ratio of CPU time',
  ];
  const latencyHeader = [
    ...['milliseconds at half the capacity', 'bare p50', 'bare p99', 'Causeway p50', 'Causeway p99'],
    ...['bare p99 / p50', 'Causeway p99 / p50', 'goal', 'met'],
  ];
  return [toTable([capacityHeader, ...capacity]), toTable([latencyHeader, ...latency])].join('\n\n');
}

/** Memory after the warm-up: during the second fifth of the requests, and during the last half. */
function splitMemory(samples: readonly number[]) {
  const early = samples.slice(Math.floor(samples.length / 5), Math.floor((2 * samples.length) / 5));
  const late = samples.slice(Math.floor(samples.length / 2));
  return { early, late, ratio: percentile(late, 0.5) / percentile(early, 0.5) };
}

export function describeMemory(samples: readonly number[], requests: number): string {
  const { early, late, ratio } = splitMemory(samples);
  const row = [range(early, 0), range(late, 0), ratio.toFixed(2), String(MEMORY_GOAL), isMet(ratio <= MEMORY_GOAL)];
  const header = [`memory in MB during ${requests} requests`, 'second fifth', 'last half', 'ratio', 'goal', 'met'];
  return toTable([header, ['the API process', ...row]]);
}

/** The medians in one line. */
export function summarizeApi(results: readonly KindResult[], memory: readonly number[]): string {
  const median = (samples: readonly Sample[], read: (sample: Sample) => number) => percentile(samples.map(read), 0.5);
  const shares = results.map(({ kind: { name, goal }, samples }) => {
    const share = median(samples, ({ bare, own }) => own.perSecond / bare.perSecond);
    return `${name} ${share.toFixed(2)} (goal ${goal})`;
  });
  const worstTail = (server: keyof Sample) =>
    Math.max(...results.map(({ samples }) => median(samples, (sample) => tailOf(sample[server])))).toFixed(1);
  return [
    `requests a second, as a share of a bare server: ${shares.join('; ')}`,
    `p99 up to ${worstTail('own')} times p50 (goal ${LATENCY_GOAL}; bare server ${worstTail('bare')})`,
    `memory ${splitMemory(memory).ratio.toFixed(2)} times the early memory (goal ${MEMORY_GOAL})`,
  ].join('; ');
}
