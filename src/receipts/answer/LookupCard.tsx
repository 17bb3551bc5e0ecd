import type { Texts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { RefundNotice, ShortfallList } from '../../transfer/RefundNotice.tsx';
import { StepList, TimingLine } from '../../transfer/StepList.tsx';
import { useExplorer } from '../../transfer/useExplorer.ts';
import type { Journey } from '../../transfer/verdict/journey.ts';
import type { StepKind } from '../../transfer/verdict/stepsOf.ts';
import { timingIn } from '../../transfer/verdict/verdict.ts';
import { aboutVerdict, toneOf } from '../../transfer/verdict/verdictKinds.ts';
import type { Places } from '../../transfer/verdict/verdictText.ts';
import { verdictText } from '../../transfer/verdict/verdictText.ts';
import { amountSize } from '../../ui/amountSize.ts';
import { Digits } from '../../ui/Digits.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import tones from '../../ui/page.module.css';
import ui from '../../ui/ui.module.css';
import { lookupTitle, verdictTitle } from '../lookupTitle.ts';
import type { Confidence } from '../model/confidenceOf.ts';
import type { JudgedDeposit, Lookup } from '../model/judge.ts';
import { countedAmount } from '../model/judge.ts';
import styles from './answer.module.css';
import { HashFacts, UtcTime } from './DepositFacts.tsx';
import { keptLines } from './writeReply.ts';

type CardProps = {
  readonly found: Lookup;
  /** Stands in for the verdict while the bridge has yet to answer. */
  readonly waiting: string | null;
};

/** The answer: first the verdict and how well it is founded, then what happened to each deposit. */
export function LookupCard({ found, waiting }: CardProps) {
  const texts = useTexts('desk');
  const { t } = texts;
  const { verdicts, confidence, money, deposits, via } = found;
  return (
    <article className={`${ui.card} ${styles.verdict}`} aria-label={t('receiptTitle')}>
      <header className={ui.row} aria-live="polite">
        <h2>
          <span className={`${ui.chip} ${styles.headline} ${tones[waiting === null ? toneOf(...verdicts) : 'info']}`}>
            {waiting ?? lookupTitle(verdicts, texts)}
          </span>
        </h2>
        <ConfidenceMark confidence={confidence} />
      </header>
      <p className={styles.money}>{t(`money_${money}`)}</p>
      {via === null || via === 'replaced' ? null : (
        <p className={`${ui.note} ${styles.pasted}`}>{t(`pasted_${via}`)}</p>
      )}
      <HashFacts found={found} />
      {deposits.map((one, index) => (
        <DepositPart key={one.evidence.deposit.id} one={one} number={index + 1} count={deposits.length} />
      ))}
    </article>
  );
}

type OutcomeNoticeProps = { readonly one: JudgedDeposit; readonly places: Places };

/** What the verdict on a deposit means: where the tokens are, why, and what does not fit. */
function OutcomeNotice({ one, places }: OutcomeNoticeProps) {
  const texts = useTexts('desk');
  const { t, sum } = texts;
  const { verdict, received, journey } = one;
  const stated = verdict.kind === 'deliveredOtherAmount' ? verdict.stated : null;
  // The title and the facts already say everything.
  if (verdict.kind === 'wrongContract') return null;
  const { lines, tone } = verdictText(verdict, places, texts);
  const isRefund = verdict.kind === 'refunded';
  return (
    <>
      <Notice tone={tone}>
        {[...lines, ...(isRefund ? keptLines(one, texts) : [])].map((line) => (
          <p key={line}>
            <Digits text={line} />
          </p>
        ))}
        {'shortfalls' in verdict ? <ShortfallList shortfalls={verdict.shortfalls} /> : null}
      </Notice>
      {stated !== null && received && journey.tokenName ? (
        <Notice tone="warning">
          <p>
            <Digits text={t('bridgeStates', { amount: sum({ ...received, amount: stated }, journey.tokenName) })} />
          </p>
        </Notice>
      ) : null}
      {isRefund ? null : <RefundResult one={one} />}
    </>
  );
}

/** A refund that the origin chain shows under another verdict, such as a second payment of a delivered deposit. */
function RefundResult({ one: { evidence, journey } }: { readonly one: JudgedDeposit }) {
  const { refund, deposit } = evidence;
  const { sent, tokenName, originName } = journey;
  if (refund.kind !== 'proven' || sent === null || tokenName === null) return null;
  return (
    <RefundNotice
      proof={{ kind: 'proven', hash: refund.hash, refunded: refund.amount }}
      deposit={{ chainName: originName, tokenName, decimals: sent.decimals, amount: deposit.amount }}
    />
  );
}

function confidenceText(confidence: Confidence, { t, allOf }: Texts<'desk'>): string {
  switch (confidence.kind) {
    case 'verified':
      return t('confidence_verified', { chains: allOf(confidence.chainNames) });
    case 'depositVerified': {
      const { chainNames, reported } = confidence;
      const verified = t('confidence_depositVerified', { chains: allOf(chainNames) });
      return reported === null
        ? verified
        : `${verified} ${t('confidence_reports', { what: t(`reports_${reported}`) })}`;
    }
    case 'asked':
      return t('confidence_asked', { chains: allOf(confidence.chainNames) });
    case 'reported':
      return t('confidence_reported');
    case 'partial': {
      const missing = [...confidence.chainNames, ...(confidence.isServiceSilent ? [t('theBridge')] : [])];
      return missing.length > 0 ? t('confidence_partial', { chains: allOf(missing) }) : t('confidence_incomplete');
    }
  }
}

/** How well the verdict beside it is founded. */
function ConfidenceMark({ confidence }: { readonly confidence: Confidence }) {
  const texts = useTexts('desk');
  const isVerified = confidence.kind === 'verified' || confidence.kind === 'depositVerified';
  return (
    <span className={`${ui.note} ${styles.mark} ${isVerified ? styles.verified : ''}`}>
      <Icon name={isVerified ? 'check' : 'info'} size={16} />
      {confidenceText(confidence, texts)}
    </span>
  );
}

type DepositSumProps = { readonly one: JudgedDeposit; readonly places: Places };

/** The amount to show, with its label. */
export function DepositSum({ one, places }: DepositSumProps) {
  const { t, sum, amount } = useTexts('desk');
  const { evidence, journey, received, gasReceived: gas } = one;
  const { sent, tokenName } = journey;
  const counted = countedAmount(one);
  if (sent === null || tokenName === null || counted === null) return null;
  const { origin, destination } = places;
  const deposited = sum(sent, tokenName);
  const text = received
    ? evidence.payout.kind === 'proven'
      ? t('receivedFor', { destination, sent: deposited, origin })
      : t('refundedFor', { chain: origin, deposited })
    : t('depositedFor', { chain: origin, destination });
  return (
    <p className={styles.sum}>
      <strong style={{ fontSize: amountSize(sum(counted, tokenName)) }}>
        <Digits text={amount(counted)} />
      </strong>{' '}
      {tokenName}
      {gas ? (
        <span>
          <Digits text={t('andGas', { gas: sum(gas.amount, gas.symbol) })} />
        </span>
      ) : null}
      <span className={ui.note}>
        <Digits text={text} />
      </span>
    </p>
  );
}

type StepNoteProps = { readonly kind: StepKind; readonly one: JudgedDeposit };

/** When a step happened and how much it moved, as far as a chain shows it. */
export function StepNote({ kind, one }: StepNoteProps) {
  const { sum } = useTexts('desk');
  const { evidence, journey, received, sentAtMs, paidAtMs } = one;
  const token = journey.tokenName;
  const isPaid = evidence[kind === 'refund' ? 'refund' : 'payout'].kind === 'proven';
  const [amount, ms] =
    kind === 'deposit'
      ? [journey.sent, sentAtMs]
      : (kind === 'delivery' || kind === 'refund') && isPaid
        ? [received, paidAtMs]
        : [null, null];
  if (amount === null && ms === null) return null;
  return (
    <span className={`${ui.row} ${ui.small} ${ui.numbers}`}>
      {amount && token !== null ? (
        <span>
          <Digits text={sum(amount, token)} />
        </span>
      ) : null}
      {ms === null ? null : <UtcTime ms={ms} />}
    </span>
  );
}

type Props = { readonly one: JudgedDeposit; readonly places: Places };

/** What happened to one deposit: the amount, the explanation, and the steps with their transactions. */
function DepositStory({ one, places }: Props) {
  const explorer = useExplorer();
  const timing = timingIn(one.verdict);
  return (
    <>
      <DepositSum one={one} places={places} />
      <OutcomeNotice one={one} places={places} />
      {timing ? <TimingLine timing={timing} /> : null}
      <StepList
        steps={one.steps}
        places={places}
        tokenName={one.journey.tokenName ?? ''}
        explorer={explorer}
        isMoving={aboutVerdict(one.verdict).isMoving === true}
        note={(kind) => <StepNote kind={kind} one={one} />}
      />
    </>
  );
}

/** The names of both chains, or the id if the configuration has no name. */
function usePlaces({ originName, destinationName, destinationId }: Journey): Places {
  const { t } = useTexts('desk');
  return { origin: originName, destination: destinationName ?? t('chainNumber', { id: `${destinationId}` }) };
}

type PartProps = { readonly one: JudgedDeposit; readonly number: number; readonly count: number };

function DepositPart({ one, number, count }: PartProps) {
  const texts = useTexts('desk');
  const places: Places = usePlaces(one.journey);
  if (count === 1) return <DepositStory one={one} places={places} />;
  return (
    <section className={`${ui.stack} ${styles.part}`}>
      <h3>
        {texts.t('depositOf', { number: `${number}`, count: `${count}` })}
        <span className={`${ui.chip} ${tones[toneOf(one.verdict)]}`}>{verdictTitle(one.verdict, texts)}</span>
      </h3>
      <ConfidenceMark confidence={one.confidence} />
      <DepositStory one={one} places={places} />
    </section>
  );
}
