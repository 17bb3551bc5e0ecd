import { toTable } from '../../report/toTable.ts';
import type { AttackResult } from './runAttack.ts';

function describeDelay({ quiet, attacked, ratios }: AttackResult, kind: 'median' | 'worst'): string {
  return `${quiet[kind]} s to ${attacked[kind]} s (${ratios[kind]})`;
}

function describeVerdict({ passed, problem, mayStop }: AttackResult): string {
  if (!passed) return `NO${problem === null ? '' : `: ${problem}`}`;
  return mayStop === null ? 'yes' : `yes; delays not judged: ${mayStop}`;
}

/** Builds the table of attacks: what the attacker gained, and what honest users noticed. */
export function describeAttacks(results: readonly AttackResult[]): string {
  const rows = results.map((result) => [
    result.title,
    result.gain,
    describeDelay(result, 'median'),
    describeDelay(result, 'worst'),
    String(result.missing),
    describeVerdict(result),
  ]);
  const header = ['attack', 'gained', 'median delay', 'worst delay', 'honest transfers not paid', 'passed'];
  const withstood = results.filter(({ passed }) => passed).length;
  return `The bridge withstood ${withstood} of ${results.length} attacks.\n\n${toTable([header, ...rows], 'text')}`;
}
