import type { Verdict } from '../../domain/verdict/verdict.ts';
import type { Tone } from '../../domain/verdict/verdictKinds.ts';
import { toneOf } from '../../domain/verdict/verdictKinds.ts';

/** Good news is quiet in a list: most rows have it. What goes on stands out. */
export function rowTone(verdict: Verdict, isOpen: boolean): Tone {
  const tone = toneOf(verdict);
  if (tone === 'warning' || tone === 'danger') return tone;
  return isOpen ? 'good' : 'info';
}
