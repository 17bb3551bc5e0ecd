import type { ReactNode } from 'react';
import { isNativeToken, isSameAddress, parseAddress } from '#shared/address.ts';
import { assertNever } from '#shared/assertNever.ts';
import { visibleText } from '#shared/foreignText.ts';
import { codes } from '#shared/wire/codes.ts';
import { useAppServices } from '../../app/services.ts';
import { chainByName } from '../../config/registry.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { useExplorer } from '../../transfer/useExplorer.ts';
import type { MovedFunds } from '../../transfer/verdict/verdict.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { Digits } from '../../ui/Digits.tsx';
import ui from '../../ui/ui.module.css';
import type { DepositEvidence } from '../model/evidence.ts';
import type { JudgedDeposit, Lookup } from '../model/judge.ts';
import styles from './answer.module.css';

/** Everything known about one deposit. Each fact has a copy button. */
export function DepositFacts({ one }: { readonly one: JudgedDeposit }) {
  const { t, sum, elapsed } = useTexts('desk');
  const { evidence, journey, payoutHash, refundHash, seconds } = one;
  const { chain, deposit, networkFee, confirmations, receipt } = evidence;
  const { symbol, decimals } = chain.nativeCurrency;
  const code = codeOf(evidence);
  return (
    <dl>
      <AddressFact label={t('sender')} address={deposit.user} />
      <AddressFact label={t('recipient')} address={journey.recipient ?? deposit.target} />
      <AmountFacts one={one} />
      {networkFee === null ? null : (
        <SumFact label={t('gasPaid')} value={sum({ amount: networkFee, decimals }, symbol)} />
      )}
      {one.sentAtMs === null ? null : <TimeFact label={t('depositedAt')} ms={one.sentAtMs} />}
      {one.paidAtMs === null ? null : <TimeFact label={t('paidAt')} ms={one.paidAtMs} />}
      {seconds === null ? null : <Fact label={t('duration')} value={elapsed(seconds)} />}
      <Fact label={t('block')} value={`${evidence.blockNumber}`} />
      {confirmations === null ? null : <Fact label={t('deskConfirmations')} value={`${confirmations}`} />}
      {code === null ? (
        <Fact label={t('code')} value={t(receipt === 'unclear' ? 'codeUnclear' : 'answer_silent')} />
      ) : (
        <Fact label={t('code')} value={code}>
          <span dir="ltr">{code}</span>
        </Fact>
      )}
      <HashFact label={t('deskDepositHash')} hash={deposit.transactionHash} chainId={chain.id} />
      {payoutHash ? (
        <HashFact label={t('deskPayoutHash')} hash={payoutHash} chainId={journey.destination?.id ?? null} />
      ) : null}
      {refundHash ? <HashFact label={t('refundHash')} hash={refundHash} chainId={chain.id} /> : null}
      <HashFact label={t('transferId')} hash={deposit.id} chainId={null} />
    </dl>
  );
}

type Props = {
  readonly label: string;
  /** What the button copies. */
  readonly value: string;
  /** Shown instead of the value, such as a link or a shortened hash. */
  readonly children?: ReactNode;
};

/** One fact of the evidence, with a copy button. */
export function Fact({ label, value, children = value }: Props) {
  const { t } = useTexts('desk');
  return (
    <DetailRow label={<Digits text={label} />}>
      <span className={styles.value}>
        <bdi>{children}</bdi>
        <CopyButton text={value} label={t('copyValue', { what: label })} />
      </span>
    </DetailRow>
  );
}

/** An amount with its token. The button copies its plain digits. */
export function SumFact({ label, value }: Pick<Props, 'label' | 'value'>) {
  return (
    <Fact label={label} value={value}>
      <Digits text={value} />
    </Fact>
  );
}

type HashFactProps = {
  readonly label: string;
  readonly hash: string;
  /** The chain whose block explorer shows the transaction; null if the hash is not a transaction. */
  readonly chainId: number | null;
};

/** A hash: shortened on a screen, whole on paper. */
export function HashFact({ label, hash, chainId }: HashFactProps) {
  const explorer = useExplorer();
  const href = chainId === null ? null : explorer(chainId, hash);
  const short = (
    <span className={styles.hash} title={hash}>
      <span>
        {hash.slice(0, 10)}…{hash.slice(-8)}
      </span>
    </span>
  );
  return (
    <Fact label={label} value={hash}>
      {href === null ? (
        short
      ) : (
        <a className={ui.link} href={href} target="_blank" rel="noreferrer">
          {short}
        </a>
      )}
    </Fact>
  );
}

/** "2026-11-22 13:05:41 UTC": the same for every reader. */
function utcText(ms: number): string {
  return new Date(ms)
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, ' UTC');
}

export function UtcTime({ ms }: { readonly ms: number }) {
  return (
    <time dateTime={new Date(ms).toISOString()} dir="ltr">
      {utcText(ms)}
    </time>
  );
}

/** Staff and customers are in different time zones, so this shows UTC and local time. */
export function TimeFact({ label, ms }: { readonly label: string; readonly ms: number }) {
  const local = useTexts('desk').fullTimestamp(ms);
  return (
    <Fact label={label} value={utcText(ms)}>
      <span className={styles.time}>
        <UtcTime ms={ms} />
        <small className={ui.small}>{local}</small>
      </span>
    </Fact>
  );
}

/** An account. A depositor can set any text as the recipient; then it is shown as no address. */
export function AddressFact({ label, address }: { readonly label: string; readonly address: string }) {
  const { t } = useTexts('desk');
  const text = visibleText(address);
  return (
    <Fact label={label} value={text}>
      {parseAddress(address) ? (
        <AddressText address={address} />
      ) : (
        <span className={styles.notAddress}>
          <bdi>{text}</bdi>
          <small className={ui.warning}>{t('proofReason_noRecipient')}</small>
        </span>
      )}
    </Fact>
  );
}

/** What explains the verdict on a transaction without a deposit: why it failed, what replaced it, or who got its tokens. */
export function HashFacts({ found: { verdicts, evidence } }: { readonly found: Lookup }): ReactNode {
  const { t } = useTexts('desk');
  const [verdict, ...others] = verdicts;
  const { trace } = evidence;
  if (trace.kind === 'replaced' || trace.kind === 'cancelled') {
    return (
      <dl>
        <HashFact label={t('otherTransaction')} hash={trace.by} chainId={trace.chain.id} />
      </dl>
    );
  }
  if (others.length > 0) return null;
  switch (verdict.kind) {
    case 'reverted':
      return verdict.reason === null ? null : (
        <dl>
          <Fact label={t('reason')} value={verdict.reason} />
        </dl>
      );
    case 'outOfGas':
      return (
        <dl>
          <Fact label={t('gasLimit')} value={`${verdict.gasLimit}`} />
        </dl>
      );
    case 'wrongContract':
      return (
        <dl>
          <AddressFact label={t('contract')} address={verdict.contract} />
          <Moved {...verdict} />
        </dl>
      );
    case 'sentToVault':
    case 'sentToAccount':
    case 'wrongChain':
      return (
        <dl>
          <Moved {...verdict} />
        </dl>
      );
    case 'notFound':
      return <p>{t('safeHint')}</p>;
    default:
      return null;
  }
}

function Moved({ chainName, moved }: { readonly chainName: string; readonly moved: readonly MovedFunds[] }) {
  const { t, sum } = useTexts('desk');
  const chain = chainByName(useAppServices().registry, chainName);
  const amountOf = ({ token: address, amount }: MovedFunds) => {
    const token = chain?.tokens.find((one) => isSameAddress(one.address, address));
    if (token) return sum({ amount, decimals: token.decimals }, token.name);
    const native = chain && isNativeToken(address) ? chain.nativeCurrency : null;
    if (native) return sum({ amount, decimals: native.decimals }, native.symbol);
    return t('unknownToken', { amount: `${amount}`, token: address });
  };
  return moved.map((one) => (
    <AddressFact
      key={`${one.token} ${one.to} ${one.amount}`}
      label={t('moved', { amount: amountOf(one) })}
      address={one.to}
    />
  ));
}

/** The service's code, step and reason, as its API names them. */
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
export function AmountFacts({ one }: { readonly one: JudgedDeposit }) {
  const { t, sum } = useTexts('desk');
  const { journey, evidence, received, gasReceived } = one;
  const token = journey.tokenName;
  const gas = gasReceived ? sum(gasReceived.amount, gasReceived.symbol) : null;
  const amounts = [
    [t('sent'), journey.sent, token],
    [evidence.payout.kind === 'proven' ? t('deskReceived') : t('deskRefunded'), received, token],
    [t('receivedForGas'), gasReceived?.amount, gasReceived?.symbol],
    [t('bridgeFee'), one.bridgeFee, token],
    [gas === null ? t('deskNetworkFee') : t('deskNetworkFeeWithGas', { gas }), one.gasFee, token],
  ] as const;
  return amounts.map(([label, amount, name]) =>
    amount && name ? <SumFact key={label} label={label} value={sum(amount, name)} /> : null,
  );
}
