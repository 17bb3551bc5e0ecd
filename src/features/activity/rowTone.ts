import type { Verdict } from '../../domain/verdict/verdict.ts';
import { toneOf } from '../../domain/verdict/verdictKinds.ts';
import type { RowTone } from './HistoryRow.tsx';

/** Good news is quiet in a list: most rows have it. */
export function rowTone(verdict: Verdict, isOpen: boolean): RowTone {
  const tone = toneOf(verdict);
  if (tone === 'warning' || tone === 'danger') return tone;
  return isOpen ? 'open' : 'quiet';
}
