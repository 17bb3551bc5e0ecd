import { parsePrice } from '../quotes/model/price.ts';

/** Records a wrong setting. The problem completes a sentence that starts with the setting's path. */
export type ReportProblem = (path: string, problem: string) => void;

/** Adds each problem to a list as one sentence. A setting of several routes is reported once. */
export function reportTo(problems: string[]): ReportProblem {
  return (path, problem) => {
    const sentence = `${path} ${problem}.`;
    if (!problems.includes(sentence)) problems.push(sentence);
  };
}

/** Reports every value that the list already contains. */
export function reportDuplicates(report: ReportProblem, path: string, values: readonly (string | number)[]): void {
  const seen = new Set<string | number>();
  values.forEach((value, index) => {
    if (seen.has(value)) report(`${path}.${index}`, `repeats ${value}`);
    seen.add(value);
  });
}

/** Indexes a list by name. If a name repeats, the first item counts. */
export function byName<T extends { readonly name: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.name, item] as const).reverse());
}

/** Parses a price or a value. A wrong one is reported and becomes 1, so that later validation can continue. */
export function parsePositiveDecimal(report: ReportProblem, path: string, text: string): bigint {
  const price = parsePrice(text);
  if (price === null) report(path, `must be more than 0 with at most 18 decimals, not ${text}`);
  return price ?? 1n;
}
