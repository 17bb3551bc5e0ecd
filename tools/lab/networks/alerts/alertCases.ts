import type { AlertCase } from './alertCase.ts';
import { CHAIN_CASES } from './cases/chainCases.ts';
import { FUND_CASES } from './cases/fundCases.ts';
import { GUARD_CASES } from './cases/guardCases.ts';
import { MACHINE_CASES } from './cases/machineCases.ts';
import { PAYMENT_CASES } from './cases/paymentCases.ts';
import { PROCESS_CASES } from './cases/processCases.ts';

/**
 * The alerts that the lab raises, ordered so that none disturbs the next. The comparison of the books comes first, because it
 * needs the state of old blocks, of which the chains keep a few hundred.
 */
export const ALERT_CASES: readonly AlertCase[] = [
  ...FUND_CASES,
  ...PROCESS_CASES,
  ...GUARD_CASES,
  ...PAYMENT_CASES,
  ...CHAIN_CASES,
  ...MACHINE_CASES,
];

/** The cases with at least one of these alerts. @throws for an alert without a case */
export function selectCases(names: readonly string[]): readonly AlertCase[] {
  const selected = ALERT_CASES.filter(({ trials }) => trials.some(({ alert }) => names.includes(alert)));
  const known = ALERT_CASES.flatMap(({ trials }) => trials.map(({ alert }) => alert));
  const [unknown] = names.filter((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`no case raises ${unknown}`);
  return selected;
}
