import { assertNever } from '#shared/assertNever.ts';
import type { Transfer } from '../../domain/transfer.ts';
import type { NoticeText } from '../../ui/noticeText.ts';
import { reportLines } from '../../ui/reportLines.ts';
import type { StatusWords } from '../../words/status/statusWords.ts';
import type { TransferWords } from '../../words/transfer/transferWords.ts';

type Failed = Extract<Transfer, { status: 'failed' }>;

/** Says what failed, where the money is, and what to do. */
export function failureText(transfer: Failed, { t }: TransferWords, status: StatusWords): NoticeText {
  const chain = transfer.terms.origin.chainName;
  const otherChain = transfer.foundOn ?? '';
  switch (transfer.kind) {
    case 'reverted':
      return { tone: 'danger', title: t('reverted', { chain }), lines: [t('revertedText')] };
    case 'cancelled':
      return { tone: 'info', title: t('cancelled'), lines: [t('cancelledText')] };
    case 'otherChain':
      return {
        tone: 'danger',
        title: t('wentElsewhere', { otherChain }),
        lines: [t('wentElsewhereText', { chain, otherChain })],
      };
    case 'noDeposit':
      return { tone: 'danger', title: t('noDeposit'), lines: [t('noDepositText', { chain })] };
    case 'failedByService':
      return {
        tone: 'warning',
        title: status.t('couldNotDeliver'),
        lines: transfer.report ? reportLines(transfer.report, 'reportedFailed', status) : [],
      };
    default:
      return assertNever(transfer.kind);
  }
}
