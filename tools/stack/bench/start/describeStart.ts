import { percentile } from '../../../lab/report/percentile.ts';
import { spread } from '../../../lab/report/spread.ts';
import { toTable } from '../../../lab/report/toTable.ts';
import type { PageTimes } from './pageTimes.ts';
import type { PhoneWaits } from './phoneWaits.ts';

/** What one turn of visits measured. A receipt's time is from the start of the navigation to its first fact. */
export type Turn = {
  readonly floor: PageTimes;
  readonly app: PageTimes;
  readonly floorReceipt: number;
  readonly receipt: number;
  readonly phone: PhoneWaits;
};

type Measure = {
  readonly title: string;
  /** Null if the floor has no such thing. */
  readonly floor: ((turn: Turn) => number) | null;
  readonly own: (turn: Turn) => number;
  readonly unit: string;
  readonly digits: number;
  /** A ratio to the floor, or a limit in the measure's unit. */
  readonly goal: { readonly ratio: number } | { readonly limit: number };
};

type OfPage = Omit<Measure, 'floor' | 'own'> & { readonly of: (visit: PageTimes) => number };

const PAGE: readonly OfPage[] = [
  { title: 'first contentful paint', of: (one) => one.firstPaint, unit: 'ms', digits: 0, goal: { ratio: 0.5 } },
  { title: 'the amount field takes keys', of: (one) => one.usable, unit: 'ms', digits: 0, goal: { ratio: 1 } },
  { title: 'the form has its routes', of: (one) => one.complete, unit: 'ms', digits: 0, goal: { ratio: 1.1 } },
  { title: 'blocked by long tasks', of: (one) => one.blocked, unit: 'ms', digits: 0, goal: { limit: 0 } },
  { title: 'layout shift', of: (one) => one.layoutShift, unit: '', digits: 4, goal: { limit: 0 } },
  {
    title: 'JavaScript until the form has its routes',
    of: ({ scripts }) => Object.values(scripts).reduce((sum, bytes) => sum + bytes, 0) / 1000,
    unit: 'kB',
    digits: 1,
    goal: { limit: 98 },
  },
  {
    title: 'requests until the form has its routes',
    of: (one) => one.requests,
    unit: '',
    digits: 0,
    goal: { limit: 8 },
  },
];

const MEASURES: readonly Measure[] = [
  ...PAGE.map(({ of, ...measure }) => ({
    ...measure,
    floor: ({ floor }: Turn) => of(floor),
    own: ({ app }: Turn) => of(app),
  })),
  {
    title: "a receipt's first fact",
    floor: ({ floorReceipt }) => floorReceipt,
    own: ({ receipt }) => receipt,
    ...{ unit: 'ms', digits: 0, goal: { ratio: 1.5 } },
  },
  {
    title: 'slow phone: first tap on the tokens',
    floor: null,
    own: ({ phone }) => phone.tokens,
    ...{ unit: 'ms', digits: 0, goal: { limit: 100 } },
  },
  {
    title: 'slow phone: tap on the review',
    floor: null,
    own: ({ phone }) => phone.review,
    ...{ unit: 'ms', digits: 0, goal: { limit: 300 } },
  },
];

const median = (numbers: readonly number[]) => percentile(numbers, 0.5);

type Row = { readonly cells: readonly string[]; readonly text: string };

function rowOf(measure: Measure, turns: readonly Turn[]): Row {
  const { floor, goal } = measure;
  const [low, own] = [floor && turns.map(floor), turns.map(measure.own)];
  const ratio = !low || median(low) === 0 ? null : median(own) / median(low);
  const isMet = 'limit' in goal ? median(own) <= goal.limit : ratio === null ? median(own) === 0 : ratio <= goal.ratio;
  const goalText = 'limit' in goal ? `${goal.limit} ${measure.unit}`.trim() : `${goal.ratio} × floor`;
  const ratioText = ratio === null ? '–' : ratio.toFixed(2);
  const ownText = `${median(own).toFixed(measure.digits)} ${measure.unit}`.trim();
  const lowText = low ? spread(low, measure) : '–';
  return {
    cells: [measure.title, lowText, spread(own, measure), ratioText, goalText, isMet ? 'yes' : 'no'],
    text: `${measure.title}: ${'limit' in goal || ratio === null ? ownText : ratioText} (goal ${goalText})`,
  };
}

/** The start table with medians and ranges, and the result in one line. */
export function describeStart(turns: readonly Turn[]): string {
  const header = ['', 'floor', 'Causeway', 'ratio', 'goal', 'met'];
  const rows = MEASURES.map((measure) => rowOf(measure, turns));
  const table = toTable([header, ...rows.map(({ cells }) => cells)], 'text');
  return `${table}\n\n${rows.map(({ text }) => text).join('; ')}`;
}
