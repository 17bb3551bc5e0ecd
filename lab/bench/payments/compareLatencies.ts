import { percentile } from '../percentile.ts';

type Times = { readonly name: string; readonly ms: readonly number[] };

/** Prints how long payments took in two situations. @returns the ratios of the second to the first: median, 90th percentile */
export function compareTimes(first: Times, second: Times): readonly number[] {
  console.log(`${first.ms.length} payments and ${second.ms.length}; ms\n`);
  console.log(`| from deposit to payment | ${first.name} | ${second.name} | ratio |\n|---|--:|--:|--:|`);
  const shares = [
    ['median', 0.5],
    ['90th percentile', 0.9],
  ] as const;
  return shares.map(([name, share]) => {
    const [before, after] = [percentile(first.ms, share), percentile(second.ms, share)];
    console.log(`| ${name} | ${before.toFixed(0)} | ${after.toFixed(0)} | ${(after / before).toFixed(2)} |`);
    return after / before;
  });
}
