import { percentile } from '../../../lab/report/percentile.ts';
import { spread } from '../../../lab/report/spread.ts';
import { toTable } from '../../../lab/report/toTable.ts';
import type { PageTimes } from './pageTimes.ts';

type Measure = {
  readonly title: string;
  readonly of: (visit: PageTimes) => number;
  readonly unit: string;
  readonly digits: number;
  /** A ratio to the floor, or a limit in the measure's unit. */
  readonly goal: { readonly ratio: number } | { readonly limit: number };
};

const MEASURES: readonly Measure[] = [
  { title: 'first contentful paint', of: (one) => one.firstPaint, unit: 'ms', digits: 0, goal: { ratio: 0.5 } },
  { title: 'the amount field takes keys', of: (one) => one.usable, unit: 'ms', digits: 0, goal: { ratio: 1 } },
  { title: 'the form has its routes', of: (one) => one.complete, unit: 'ms', digits: 0, goal: { ratio: 1.5 } },
  { title: 'blocked by long tasks', of: (one) => one.blocked, unit: 'ms', digits: 0, goal: { ratio: 1.2 } },
  { title: 'layout shift', of: (one) => one.layoutShift, unit: '', digits: 4, goal: { limit: 0 } },
  {
    title: 'JavaScript until the form has its routes',
    of: (one) => one.scriptBytes / 1000,
    unit: 'kB',
    digits: 1,
    goal: { limit: 95 },
  },
  {
    title: 'requests until the form has its routes',
    of: (one) => one.requests,
    unit: '',
    digits: 0,
    goal: { limit: 8 },
  },
];

const median = (numbers: readonly number[]) => percentile(numbers, 0.5);

type Row = { readonly cells: readonly string[]; readonly text: string };

function rowOf(measure: Measure, floor: readonly PageTimes[], app: readonly PageTimes[]): Row {
  const [low, own] = [floor.map(measure.of), app.map(measure.of)];
  const ratio = median(low) === 0 ? null : median(own) / median(low);
  const { goal } = measure;
  const isMet = 'limit' in goal ? median(own) <= goal.limit : ratio === null ? median(own) === 0 : ratio <= goal.ratio;
  const goalText = 'limit' in goal ? `${goal.limit} ${measure.unit}`.trim() : `${goal.ratio} × floor`;
  const ratioText = ratio === null ? '–' : ratio.toFixed(2);
  const ownText = `${median(own).toFixed(measure.digits)} ${measure.unit}`.trim();
  return {
    cells: [measure.title, spread(low, measure), spread(own, measure), ratioText, goalText, isMet ? 'yes' : 'no'],
    text: `${measure.title}: ${'limit' in goal || ratio === null ? ownText : ratioText} (goal ${goalText})`,
  };
}

/** The start table with medians and ranges, and the result in one line. */
export function describeStart(floor: readonly PageTimes[], app: readonly PageTimes[]): string {
  const header = ['from the start of the navigation', 'floor', 'Causeway', 'ratio', 'goal', 'met'];
  const rows = MEASURES.map((measure) => rowOf(measure, floor, app));
  const table = toTable([header, ...rows.map(({ cells }) => cells)], 'text');
  return `${table}\n\n${rows.map(({ text }) => text).join('; ')}`;
}
