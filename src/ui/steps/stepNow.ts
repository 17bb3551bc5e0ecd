import type { Step } from '../../domain/verdict/stepsOf.ts';
import type { VerdictWords } from '../../words/verdict/verdictWords.ts';
import type { Places } from '../verdict/verdictText.ts';
import { stepLabel } from './stepLabel.ts';

/** The step under way, as the list of steps shows it. */
export type StepNow = { readonly number: number; readonly total: number; readonly label: string };

/** Null where no step is under way: the transfer ended, or it failed. */
export function stepNow(
  steps: readonly Step[],
  where: Places & { readonly tokenName: string },
  words: VerdictWords,
): StepNow | null {
  const index = steps.findIndex(({ status }) => status === 'active');
  const step = steps[index];
  return step ? { number: index + 1, total: steps.length, label: stepLabel(step.kind, where, words) } : null;
}
