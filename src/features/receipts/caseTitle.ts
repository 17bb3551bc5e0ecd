import type { Confirmations } from '#client/receipt.ts';
import type { CaseVerdict, FateVerdict } from '../../domain/desk/caseVerdict.ts';
import type { DeskWords } from '../../words/desk/deskWords.ts';
import type { VerdictWords } from '../../words/verdict/verdictWords.ts';

export type TitleWords = { readonly desk: DeskWords; readonly verdict: VerdictWords };

function missing(confirmations: Confirmations | null): number {
  return confirmations ? Math.max(0, confirmations.needed - confirmations.seen) : 0;
}

function fateTitle(fate: FateVerdict, { desk, verdict }: TitleWords): string {
  switch (fate.kind) {
    case 'deliveredOtherAmount':
    case 'outOfRangeRefunded':
    case 'dustKept':
    case 'wrongContract':
    case 'unknownRoute':
    case 'unknownStep':
      return desk.t(`title_${fate.kind}`);
    case 'inProgress': {
      const count = fate.step === 'confirming' ? missing(fate.confirmations) : 0;
      return count > 0 ? desk.t('confirmationsMissing', { count }) : verdict.t('title_inProgress');
    }
    default:
      return verdict.t(`title_${fate.kind}`);
  }
}

/** One title for deposits with the same fate; null where there is no deposit. */
function titleOfFates(fates: readonly FateVerdict[], words: TitleWords): string | null {
  const [first, ...others] = new Set(fates.map((fate) => fateTitle(fate, words)));
  if (first === undefined) return null;
  return others.length === 0 ? first : words.desk.t('title_severalDeposits', { count: fates.length });
}

/** The verdict in a few words: the first line of an answer, and a cell of the table. */
export function caseTitle(verdict: CaseVerdict, words: TitleWords): string {
  const { t, allOf } = words.desk;
  switch (verdict.kind) {
    case 'severalDeposits':
    case 'payoutPasted':
    case 'refundPasted':
      return titleOfFates(verdict.fates, words) ?? t('title_paymentPasted');
    case 'replaced':
      return titleOfFates(verdict.fates, words) ?? t('title_replaced');
    case 'safeHash':
      return (
        titleOfFates(verdict.fates, words) ?? t(verdict.transaction === null ? 'title_safeHash' : 'title_noDeposit')
      );
    case 'notFound':
      return t('title_notFound', { count: verdict.chainNames.length });
    case 'rpcSilent':
      return t('title_rpcSilent', { chains: allOf(verdict.chainNames) });
    case 'paymentPasted':
    case 'failedPayment':
    case 'pending':
    case 'cancelled':
    case 'dropped':
    case 'reorgedAway':
    case 'noDeposit':
    case 'reverted':
    case 'outOfGas':
    case 'sentToVault':
    case 'wrongChain':
    case 'endpointsDisagree':
      return t(`title_${verdict.kind}`);
    default:
      return fateTitle(verdict, words);
  }
}
