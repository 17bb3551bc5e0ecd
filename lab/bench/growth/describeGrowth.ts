import { toTable } from '../../report/toTable.ts';

/** What one unit costs at three sizes. */
export type Growth = {
  readonly unit: string;
  readonly cost: string;
  readonly sizes: readonly number[];
  /** For each unit, at each size. */
  readonly costs: readonly number[];
};

const text = (cost: number) => (cost >= 100 ? cost.toFixed(0) : cost.toPrecision(3));

/** The table of the growth. A ratio of 1 means that the cost grows with the number of units, and less that it grows slower. */
export function describeGrowth(rows: readonly Growth[]): string {
  return toTable([
    ['for each', 'cost', 'sizes', 'first', 'second', 'third', 'third / first'],
    ...rows.map(({ unit, cost, sizes, costs }) => {
      const [first = Number.NaN] = costs;
      const last = costs.at(-1) ?? Number.NaN;
      const ratio = first === 0 ? '–' : (last / first).toFixed(2);
      return [unit, cost, sizes.map((size) => size.toLocaleString('en')).join(', '), ...costs.map(text), ratio];
    }),
  ]);
}
