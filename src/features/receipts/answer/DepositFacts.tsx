import { assertNever } from '#shared/assertNever.ts';
import { codes } from '#shared/wire/codes.ts';
import type { DepositEvidence } from '../../../domain/desk/evidence.ts';
import type { DepositCase } from '../../../domain/desk/judge.ts';
import { deskWords } from '../../../words/desk/deskWords.ts';
import { elapsedText } from '../../../words/elapsedText.ts';
import { useLanguage } from '../../../words/language.ts';
import { useWords } from '../../../words/useWords.ts';
import { AddressFact } from './AddressFact.tsx';
import { Fact } from './Fact.tsx';
import { HashFact } from './HashFact.tsx';
import { TimeFact } from './TimeFact.tsx';

/** The service's code, step and reason, as its interface names them. */
function codeOf({ receipt }: DepositEvidence): string | null {
  if (typeof receipt === 'string') return null;
  switch (receipt.kind) {
    case 'delivered':
      return '0';
    case 'unknown':
      return `${codes.receiptUnknown}`;
    case 'inProgress':
    case 'failed': {
      const code = receipt.kind === 'failed' ? codes.transferFailed : codes.receiptInProgress;
      const { step, reason } = receipt.report;
      return [`${code}`, step, reason].filter((part) => part !== null).join(' · ');
    }
    case 'refused':
      return receipt.message;
    default:
      return assertNever(receipt);
  }
}

/** The amounts of a deposit, as far as they are known. */
export function AmountFacts({ one }: { readonly one: DepositCase }) {
  const { t, sum } = useWords(deskWords);
  const { journey, evidence, received } = one;
  const token = journey.tokenName;
  const amounts = [
    [t('sent'), journey.sent],
    [evidence.payout.kind === 'proven' ? t('received') : t('refunded'), received],
    [t('bridgeFee'), one.bridgeFee],
    [t('networkFee'), one.gasFee],
  ] as const;
  return amounts.map(([label, amount]) =>
    amount && token ? <Fact key={label} label={label} value={sum(amount, token)} /> : null,
  );
}

/** Everything known about one deposit, each with a button that copies it. */
export function DepositFacts({ one }: { readonly one: DepositCase }) {
  const { t, sum } = useWords(deskWords);
  const { locale } = useLanguage();
  const { evidence, journey, payoutHash, refundHash, seconds } = one;
  const { chain, deposit, networkFee, confirmations, receipt } = evidence;
  const { symbol, decimals } = chain.nativeCurrency;
  const code = codeOf(evidence);
  return (
    <dl>
      <AddressFact label={t('sender')} address={deposit.user} />
      <AddressFact label={t('recipient')} address={journey.recipient ?? deposit.target} />
      <AmountFacts one={one} />
      {networkFee === null ? null : <Fact label={t('gasPaid')} value={sum({ amount: networkFee, decimals }, symbol)} />}
      {one.sentAtMs === null ? null : <TimeFact label={t('depositedAt')} ms={one.sentAtMs} />}
      {one.paidAtMs === null ? null : <TimeFact label={t('paidAt')} ms={one.paidAtMs} />}
      {seconds === null ? null : <Fact label={t('duration')} value={elapsedText(seconds, locale)} />}
      <Fact label={t('block')} value={`${evidence.blockNumber}`} />
      {confirmations === null ? null : <Fact label={t('confirmations')} value={`${confirmations}`} />}
      {code === null ? (
        <Fact label={t('code')} value={t(receipt === 'unclear' ? 'codeUnclear' : 'codeSilent')} />
      ) : (
        <Fact label={t('code')} value={code}>
          <span dir="ltr">{code}</span>
        </Fact>
      )}
      <HashFact label={t('depositHash')} hash={deposit.transactionHash} chainId={chain.id} />
      {payoutHash ? (
        <HashFact label={t('payoutHash')} hash={payoutHash} chainId={journey.destination?.id ?? null} />
      ) : null}
      {refundHash ? <HashFact label={t('refundHash')} hash={refundHash} chainId={chain.id} /> : null}
      <HashFact label={t('transferId')} hash={deposit.id} chainId={null} />
    </dl>
  );
}
