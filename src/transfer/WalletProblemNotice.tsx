import { assertNever } from '#shared/assertNever.ts';
import type { WalletProblem } from '../account/walletProblem.ts';
import type { Texts } from '../i18n/texts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Digits } from '../ui/Digits.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { TransferTerms } from './model/transferTerms.ts';

type Props = { readonly problem: WalletProblem; readonly terms: TransferTerms };

/** Says where the money is and what to do. A rejection in the wallet is the user's choice, so its tone is info. */
export function WalletProblemNotice({ problem, terms }: Props) {
  const { tone, title, lines } = textOf(problem, terms, useTexts('app'));
  return (
    <Notice tone={tone} title={title}>
      {lines.map((line) => (
        <p key={line}>
          <Digits text={line} />
        </p>
      ))}
    </Notice>
  );
}

type NoticeText = {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly title: string;
  /** Each line is a paragraph of whole sentences. */
  readonly lines: readonly string[];
};

const say = (tone: NoticeText['tone'], title: string, ...lines: readonly string[]): NoticeText => {
  return { tone, title, lines };
};

function textOf(problem: WalletProblem, terms: TransferTerms, { t, sum }: Texts<'app'>): NoticeText {
  const chain = terms.origin.chainName;
  const contract = terms.deposit.to;
  const inToken = (amount: bigint) => sum({ amount, decimals: terms.origin.decimals }, terms.tokenName);
  switch (problem.kind) {
    case 'rejected':
      return say('info', t('rejected'), t('rejectedText'));
    case 'notConnected':
      return say('info', t('notConnected'), t('notConnectedText'));
    case 'otherAccount':
      return say('warning', t('otherAccount'), t('otherAccountText', { account: terms.account }));
    case 'otherChain':
      return say('warning', t('otherChain', { chain }), t('otherChainText'));
    case 'insufficientGas':
      return say('warning', t('insufficientGas', { chain }), t('insufficientGasText'));
    case 'allowanceTooLow': {
      const values = { approved: inToken(problem.allowance), needed: inToken(terms.send) };
      return say('warning', t('allowanceTooLow'), t('allowanceTooLowText', values));
    }
    case 'approvalReverted':
      return say('danger', t('approvalReverted'), t('approvalRevertedText'));
    case 'noApprovalHash':
      return say('warning', t('noApprovalHash'), t('noApprovalHashText'));
    case 'wouldRevert':
      return say('danger', t('wouldRevert'), t('wouldRevertText', { reason: problem.reason }));
    case 'quoteExpired':
      return say('info', t('quoteExpired'), t('quoteExpiredText'));
    case 'termsChanged':
      return say('danger', t('termsChanged'), t('termsChangedText'));
    case 'tokenNotPinned':
      return say('warning', t('tokenNotPinned', { token: terms.tokenName }), t('tokenNotPinnedText', { contract }));
    case 'otherTab':
      return say('info', t('otherTab'), t('otherTabText'));
    case 'duplicate':
      return say('warning', t('duplicate'), t(problem.isSigned ? 'duplicateSigned' : 'duplicateOpen'));
    case 'notChecked':
      return say('warning', t('notChecked', { chain }), t('notCheckedText', { reason: problem.reason }));
    case 'maybePending':
      return say('warning', t('maybePending', { chain }), t('maybePendingText'));
    case 'notStored':
      return say('warning', t('notStored'), t('notStoredText'));
    case 'notThisDeposit':
      return say('warning', t('notThisDeposit'), t('notThisDepositText', { chain, contract }));
    case 'batchFailed':
      return say('danger', t('batchFailed'), t('batchFailedText'));
    case 'unanswered':
      return say('warning', t('unanswered', { chain }), t('unansweredText', { reason: problem.reason }));
    case 'uncertain': {
      const said = problem.reason === null ? [] : [t('walletSaid', { reason: problem.reason })];
      return say('warning', t('uncertain'), t('uncertainText'), ...said);
    }
    default:
      return assertNever(problem);
  }
}
