import { percentile } from '../../report/percentile.ts';

type Latencies = { readonly name: string; readonly ms: readonly number[] };

/** Prints a table of two sets of payment latencies. @returns second divided by first, for the median and the 90th percentile */
export function compareLatencies(first: Latencies, second: Latencies): readonly number[] {
  console.log(`payments: ${first.ms.length} ${first.name}, ${second.ms.length} ${second.name}; milliseconds\n`);
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
