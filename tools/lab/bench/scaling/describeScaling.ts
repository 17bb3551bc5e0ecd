import { percentile } from '../../report/percentile.ts';
import { toTable } from '../../report/toTable.ts';
import type { Kind, Use } from './readUse.ts';
import { KINDS } from './readUse.ts';
import type { Deposit } from './traffic.ts';

/** One step of the bench: a rate of deposits for a time. The first has none, and shows what the blocks alone cost. */
export type Step = {
  readonly rate: number;
  readonly before: Use;
  readonly after: Use;
  readonly deposits: readonly Deposit[];
  /** Confirmed and unpaid at the end of the step. */
  readonly backlog: number;
  /** How many blocks all chains mined. */
  readonly blocks: number;
  /** How long the deposits should have taken, and how long they took. */
  readonly seconds: number;
  readonly tookSeconds: number;
};

export type Box = { readonly chains: number; readonly cores: number; readonly blockSeconds: number };

/** The most that may wait at the end of a step, in seconds of its deposits. */
const MOST_WAITING_SECONDS = 5;
/** How much longer than they should deposits and blocks may take. */
const LATE = 1.2;
const BUSY = 0.9;

const secondsOf = ({ before, after }: Step) => (after.atMs - before.atMs) / 1000;
const cpuOf = ({ before, after }: Step, kind: Kind) => after.cpuMs[kind] - before.cpuMs[kind];
const paidIn = (steps: readonly Step[], { before, after }: Step) =>
  steps
    .flatMap(({ deposits }) => deposits)
    .filter(({ paidAt }) => paidAt !== null && paidAt >= before.atMs && paidAt < after.atMs).length;

function blockIntervalOf(step: Step, { chains }: Box): number {
  return (secondsOf(step) * chains) / Math.max(step.blocks, 1);
}

/** Why a step is more than the box can hold; null if it holds. */
export function findLimit(step: Step, box: Box): string | null {
  const { rate, backlog } = step;
  const interval = blockIntervalOf(step, box);
  if (interval > box.blockSeconds * LATE) return `the chains mined a block every ${interval.toFixed(2)} s only`;
  if (step.tookSeconds > step.seconds * LATE) return 'the chains could not take the deposits in time';
  if (backlog > rate * MOST_WAITING_SECONDS) return `${backlog} confirmed deposits waited`;
  return null;
}

function shareOf(step: Step, { cores }: Box, kinds: readonly Kind[]): number {
  const used = kinds.reduce((total, kind) => total + cpuOf(step, kind), 0);
  return used / (secondsOf(step) * 1000 * cores);
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
const FOREIGN: readonly Kind[] = ['chains', 'bench'];
const OWN = KINDS.filter((kind) => !FOREIGN.includes(kind));

/** What was used up in a step, and by whom. */
function describeBottleneck(step: Step, box: Box): string {
  const idle = (step.after.idleMs - step.before.idleMs) / (secondsOf(step) * 1000 * box.cores);
  const [foreign, own] = [shareOf(step, box, FOREIGN), shareOf(step, box, OWN)];
  const others = Math.max(0, 1 - idle - foreign - own);
  const shares = `Causeway and PostgreSQL took ${percent(own)} of the processors, the chains' nodes and the bench ${percent(foreign)}, other programs ${percent(others)}, ${percent(idle)} were idle`;
  const busiest = Math.max(...step.after.threadMs.map((ms, index) => ms - (step.before.threadMs[index] ?? 0)));
  const thread = busiest / (secondsOf(step) * 1000);
  if (idle < 1 - BUSY) return `the machine's processors were used up: ${shares}`;
  if (thread > BUSY) return `one process used a whole core: ${shares}`;
  return `no processor was the limit: ${shares}`;
}

/** What one payment costs beyond what the blocks cost anyway, in milliseconds. */
function costOf(steps: readonly Step[], kind: Kind): number {
  const [idle, ...loaded] = steps;
  if (!idle) return Number.NaN;
  const perSecond = cpuOf(idle, kind) / secondsOf(idle);
  const extra = loaded.map((step) => cpuOf(step, kind) - perSecond * secondsOf(step));
  const paid = loaded.map((step) => paidIn(steps, step));
  const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
  return total(extra) / total(paid);
}

function describeStep(steps: readonly Step[], step: Step, box: Box): readonly string[] {
  const delays = step.deposits.flatMap(({ confirmedAt, paidAt }) =>
    confirmedAt === null || paidAt === null ? [] : [paidAt - confirmedAt],
  );
  const delay = (share: number) => (delays.length === 0 ? '–' : `${Math.round(percentile(delays, share))} ms`);
  return [
    ...[`${step.rate}/s`, String(step.deposits.length), String(paidIn(steps, step)), delay(0.5), delay(0.95)],
    ...[String(step.backlog), `${blockIntervalOf(step, box).toFixed(2)} s`],
    ...KINDS.map((kind) => (cpuOf(step, kind) / 1000).toFixed(1)),
    ...[String(step.after.commits - step.before.commits), String(step.after.calls - step.before.calls)],
  ];
}

/** The steps as a table, and the result in one line. */
export function describeScaling(steps: readonly Step[], box: Box): string {
  const table = toTable([
    [
      ...['deposits', 'made', 'paid', 'median delay', 'p95', 'waiting', 'block every'],
      ...KINDS.map((kind) => `${kind} (CPU s)`),
      ...['commits', 'RPC calls'],
    ],
    ...steps.map((step) => describeStep(steps, step, box)),
  ]);
  const [idle, ...loaded] = steps;
  const last = loaded.at(-1);
  if (!idle || !last) throw new Error('the bench needs a step with deposits');
  const held = loaded.filter((step) => findLimit(step, box) === null).at(-1);
  const limit = findLimit(last, box);
  const costs = (['workers', 'signers', 'primary', 'standby'] as const)
    .map((kind) => `${kind} ${costOf(steps, kind).toFixed(1)}`)
    .join(', ');
  const perBlock = OWN.reduce((sum, kind) => sum + cpuOf(idle, kind), 0) / Math.max(idle.blocks, 1);
  const line = [
    `${box.chains} chains with a block every ${box.blockSeconds} s on ${box.cores} cores: ${held ? `held ${held.rate} deposits/s` : 'held no rate'}`,
    limit === null
      ? `at that rate ${describeBottleneck(last, box)}`
      : `at ${last.rate}/s ${limit}, and ${describeBottleneck(last, box)}`,
    `a payment costs in ms of CPU: ${costs}`,
    `a block ${perBlock.toFixed(1)} ms`,
  ].join('; ');
  return `${table}\n\n${line}`;
}
