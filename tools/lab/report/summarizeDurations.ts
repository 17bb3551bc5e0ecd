import { percentile } from './percentile.ts';

export type DurationSummary = { readonly p50: number; readonly p95: number; readonly max: number };

/** Rounded to tenths of a second; null for an empty list. */
export function summarizeDurations(seconds: readonly number[]): DurationSummary | null {
  const at = (share: number) => Math.round(percentile(seconds, share) * 10) / 10;
  return seconds.length === 0 ? null : { p50: at(0.5), p95: at(0.95), max: at(1) };
}
