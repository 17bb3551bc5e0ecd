import type { StepKind } from '../../domain/verdict/stepsOf.ts';
import type { VerdictWords } from '../../words/verdict/verdictWords.ts';
import type { Places } from '../verdict/verdictText.ts';

/** The name of a step of a transfer, with the token or the chain that it is about. */
export function stepLabel(
  kind: StepKind,
  { origin, destination, tokenName }: Places & { readonly tokenName: string },
  { t }: VerdictWords,
): string {
  switch (kind) {
    case 'approval':
      return t('step_approval', { token: tokenName });
    case 'deposit':
    case 'crossing':
    case 'refund':
      return t(`step_${kind}`, { chain: origin });
    case 'delivery':
      return t('step_delivery', { chain: destination });
  }
}
