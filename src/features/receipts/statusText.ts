import { assertNever } from '#shared/assertNever.ts';
import type { HashEvidence } from '../../domain/hashEvidence.ts';
import type { UndeliveredReceipt } from '../../domain/receipt.ts';
import type { NoticeText } from '../../ui/noticeText.ts';
import { reportLines } from '../../ui/reportLines.ts';
import type { ReceiptsWords } from '../../words/receipts/receiptsWords.ts';
import type { StatusWords } from '../../words/status/statusWords.ts';

type Found = Extract<HashEvidence, { kind: 'found' }>['finding'];

/** Texts for a hash that a chain has and the service does not. */
function foundText({ kind, chainName: chain }: Found, { t }: ReceiptsWords): NoticeText {
  switch (kind) {
    case 'deposit':
      return { tone: 'info', title: t('foundDeposit', { chain }), lines: [t('foundDepositText')] };
    case 'pending':
      return { tone: 'info', title: t('foundPending', { chain }), lines: [t('foundPendingText')] };
    case 'reverted':
      return { tone: 'danger', title: t('foundReverted', { chain }), lines: [t('foundRevertedText')] };
    case 'otherTransaction':
      return { tone: 'warning', title: t('foundOther', { chain }), lines: [t('foundOtherText')] };
    default:
      return assertNever(kind);
  }
}

function unknownText(evidence: HashEvidence | null, words: ReceiptsWords): NoticeText {
  const { t, anyOf, allOf } = words;
  const title = t('noTransfer');
  if (!evidence) return { tone: 'info', title, lines: [t('searching')] };
  switch (evidence.kind) {
    case 'found':
      return foundText(evidence.finding, words);
    case 'nowhere':
      return { tone: 'warning', title, lines: [t('nowhere', { chains: anyOf(evidence.chainNames) })] };
    case 'incomplete':
      return { tone: 'warning', title, lines: [t('incomplete', { chains: allOf(evidence.silent) })] };
    default:
      return assertNever(evidence);
  }
}

function depositLocation(evidence: HashEvidence | null, { t }: ReceiptsWords): string[] {
  return evidence?.kind === 'found' && evidence.finding.kind === 'deposit'
    ? [t('depositIsOn', { chain: evidence.finding.chainName })]
    : [];
}

type AllWords = { readonly receipts: ReceiptsWords; readonly status: StatusWords };

/** Combines the service's answer with the readings of the chains. */
export function statusText(
  receipt: UndeliveredReceipt,
  evidence: HashEvidence | null,
  { receipts, status }: AllWords,
): NoticeText {
  const onChain = depositLocation(evidence, receipts);
  switch (receipt.kind) {
    case 'unknown':
      return unknownText(evidence, receipts);
    case 'inProgress': {
      const { report, confirmations } = receipt;
      const count = confirmations
        ? [status.t('confirmations', { seen: `${confirmations.seen}`, needed: `${confirmations.needed}` })]
        : [];
      const lines = [...reportLines(report, 'reportedInProgress', status), ...count, ...onChain];
      return { tone: 'info', title: receipts.t('inProgress'), lines };
    }
    case 'failed': {
      const lines = [...reportLines(receipt.report, 'reportedFailed', status), ...onChain];
      return { tone: 'danger', title: receipts.t('notDelivered'), lines };
    }
    case 'refused': {
      const { message } = receipt;
      const said = message.trim() === '' ? [] : [status.t('bridgeSays', { message })];
      const lines = [receipts.t('noReceiptText'), ...said, ...onChain];
      return { tone: 'warning', title: receipts.t('noReceipt'), lines };
    }
    default:
      return assertNever(receipt);
  }
}
