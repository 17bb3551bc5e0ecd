import type { WalletProblem } from '../account/walletProblem.ts';
import type { TransferWords } from '../i18n/transfer/transferWords.ts';
import { transferWords } from '../i18n/transfer/transferWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { Notice } from '../ui/Notice.tsx';
import type { TransferTerms } from './model/transferTerms.ts';

type Props = { readonly problem: WalletProblem; readonly terms: TransferTerms };

/** Says where the money is and what to do. A rejection in the wallet is the user's choice, so its tone is info. */
export function WalletProblemNotice({ problem, terms }: Props) {
  const words = useWords(transferWords);
  const { tone, title, lines } = textOf(problem, { terms, words });
  return (
    <Notice tone={tone} title={title}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  );
}

function textOf<K extends Kind>(problem: Extract<WalletProblem, { kind: K }>, context: Context): NoticeText {
  const toText: TextOf<K> = texts[problem.kind];
  return toText(problem, context);
}

/** Each line is a paragraph of whole sentences. */
type NoticeText = {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly title: string;
  readonly lines: readonly string[];
};

type Kind = WalletProblem['kind'];
type Context = { readonly terms: TransferTerms; readonly words: TransferWords };
type TextOf<K extends Kind> = (problem: Extract<WalletProblem, { kind: K }>, context: Context) => NoticeText;

const texts: { readonly [K in Kind]: TextOf<K> } = {
  rejected: (_, { words: { t } }) => ({ tone: 'info', title: t('rejected'), lines: [t('rejectedText')] }),
  notConnected: (_, { words: { t } }) => ({ tone: 'info', title: t('notConnected'), lines: [t('notConnectedText')] }),
  otherAccount: (_, { terms, words: { t } }) => ({
    tone: 'warning',
    title: t('otherAccount'),
    lines: [t('otherAccountText', { account: terms.account })],
  }),
  otherChain: (_, { terms, words: { t } }) => ({
    tone: 'warning',
    title: t('otherChain', { chain: terms.origin.chainName }),
    lines: [t('otherChainText')],
  }),
  insufficientGas: (_, { terms, words: { t } }) => ({
    tone: 'warning',
    title: t('insufficientGas', { chain: terms.origin.chainName }),
    lines: [t('insufficientGasText')],
  }),
  allowanceTooLow: ({ allowance }, { terms, words: { t, sum } }) => {
    const inToken = (amount: bigint) => sum({ amount, decimals: terms.origin.decimals }, terms.tokenName);
    return {
      tone: 'warning',
      title: t('allowanceTooLow'),
      lines: [t('allowanceTooLowText', { approved: inToken(allowance), needed: inToken(terms.send) })],
    };
  },
  approvalReverted: (_, { words: { t } }) => ({
    tone: 'danger',
    title: t('approvalReverted'),
    lines: [t('approvalRevertedText')],
  }),
  noApprovalHash: (_, { words: { t } }) => ({
    tone: 'warning',
    title: t('noApprovalHash'),
    lines: [t('noApprovalHashText')],
  }),
  wouldRevert: ({ reason }, { words: { t } }) => ({
    tone: 'danger',
    title: t('wouldRevert'),
    lines: [t('wouldRevertText', { reason })],
  }),
  quoteExpired: (_, { words: { t } }) => ({ tone: 'info', title: t('quoteExpired'), lines: [t('quoteExpiredText')] }),
  termsChanged: (_, { words: { t } }) => ({ tone: 'danger', title: t('termsChanged'), lines: [t('termsChangedText')] }),
  tokenNotPinned: (_, { terms, words: { t } }) => ({
    tone: 'warning',
    title: t('tokenNotPinned', { token: terms.tokenName }),
    lines: [t('tokenNotPinnedText', { contract: terms.deposit.to })],
  }),
  otherTab: (_, { words: { t } }) => ({ tone: 'info', title: t('otherTab'), lines: [t('otherTabText')] }),
  duplicate: ({ isSigned }, { words: { t } }) => ({
    tone: 'warning',
    title: t('duplicate'),
    lines: [t(isSigned ? 'duplicateSigned' : 'duplicateOpen')],
  }),
  notChecked: ({ reason }, { terms, words: { t } }) => ({
    tone: 'warning',
    title: t('notChecked', { chain: terms.origin.chainName }),
    lines: [t('notCheckedText', { reason })],
  }),
  maybePending: (_, { terms, words: { t } }) => ({
    tone: 'warning',
    title: t('maybePending', { chain: terms.origin.chainName }),
    lines: [t('maybePendingText')],
  }),
  notStored: (_, { words: { t } }) => ({ tone: 'warning', title: t('notStored'), lines: [t('notStoredText')] }),
  notThisDeposit: (_, { terms, words: { t } }) => ({
    tone: 'warning',
    title: t('notThisDeposit'),
    lines: [t('notThisDepositText', { chain: terms.origin.chainName, contract: terms.deposit.to })],
  }),
  batchFailed: (_, { words: { t } }) => ({ tone: 'danger', title: t('batchFailed'), lines: [t('batchFailedText')] }),
  unanswered: ({ reason }, { terms, words: { t } }) => ({
    tone: 'warning',
    title: t('unanswered', { chain: terms.origin.chainName }),
    lines: [t('unansweredText', { reason })],
  }),
  uncertain: ({ reason }, { words: { t } }) => ({
    tone: 'warning',
    title: t('uncertain'),
    lines: [t('uncertainText'), ...(reason === null ? [] : [t('walletSaid', { reason })])],
  }),
};
