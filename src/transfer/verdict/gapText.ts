import { assertNever } from '#shared/assertNever.ts';
import type { ProofGap } from '#shared/payment.ts';
import type { StatusWords } from '../../i18n/status/statusWords.ts';

/** Says what a proof still lacks. */
export function gapText(gap: ProofGap, chain: string, { t }: StatusWords): string {
  switch (gap.code) {
    case 'depositNotFound':
      return t('gap_depositNotFound');
    case 'payoutNotFound':
      return t('gap_payoutNotFound');
    case 'unknownToken':
      return t('gap_unknownToken');
    case 'refundNotFound':
      return t('gap_refundNotFound', { chain });
    case 'refundNotFinal':
      return t('gap_refundNotFinal', { chain, blocks: gap.blocks });
    case 'noAnswer':
      return t('gap_noAnswer', { detail: gap.detail });
    default:
      return assertNever(gap);
  }
}
