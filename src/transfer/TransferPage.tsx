/*
 * A transfer, from the review to its end. `model` holds it: the build that is verified, the plan of what the wallet signs, the
 * states of a transfer and the one function that changes them (`transition`). `transferStore` writes each change to the browser
 * before anything else happens. `session` asks the wallet, one tab at a time. `tracking` polls the chains and the service for
 * open transfers, and `reads` reads and proves on the chains. `verdict` turns what is known into one verdict, its steps and its
 * texts, for every page. This page shows one transfer; `TransferActions` is what a person can do with it, and `TransferWatch`
 * announces on the other pages what has happened.
 */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isSameAddress } from '#shared/address.ts';
import type { Amount } from '#shared/amount.ts';
import { useAppServices, useLookingAt, useSession, useTransfer } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { AddressText } from '../ui/AddressText.tsx';
import { Announcement } from '../ui/Announcement.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Causeway } from '../ui/Causeway.tsx';
import { Digits } from '../ui/Digits.tsx';
import { HelpLink } from '../ui/HelpLink.tsx';
import { NotifyButton } from '../ui/NotifyButton.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { PrintedLine } from '../ui/PrintedLine.tsx';
import { ShareLink } from '../ui/ShareLink.tsx';
import ui from '../ui/ui.module.css';
import type { Transfer } from './model/transfer.ts';
import { depositHash } from './model/transfer.ts';
import type { StepNow } from './StepList.tsx';
import { StepList, stepNow, TimingLine } from './StepList.tsx';
import type { StartOver } from './TransferActions.tsx';
import { TransferActions } from './TransferActions.tsx';
import { TransferCosts } from './TransferCosts.tsx';
import styles from './transfer.module.css';
import { useExplorer } from './useExplorer.ts';
import { useGasOnArrival } from './useGasOnArrival.ts';
import { useVerdict } from './useVerdict.ts';
import { receiptPath } from './verdict/journey.ts';
import { stepsOfTransfer } from './verdict/stepsOf.ts';
import type { TransferVerdict, VerdictKind } from './verdict/verdict.ts';
import { namedAmount, timingIn } from './verdict/verdict.ts';
import { aboutVerdict, causewayOf } from './verdict/verdictKinds.ts';
import type { Places } from './verdict/verdictText.ts';
import { verdictText } from './verdict/verdictText.ts';

type Props = {
  readonly id: string;
  readonly onConnect: () => void;
  readonly onStartOver: StartOver;
};

/** Shows one of this browser's transfers. */
export function TransferPage({ id, onConnect, onStartOver }: Props) {
  const { t } = useTexts('app');
  const transfer = useTransfer(id);
  const session = useSession(id);
  useLookingAt(id);
  if (!transfer) {
    return (
      <section className={styles.page}>
        <PageHeading title={t('notFound')} line={t('notFoundText')} />
        <ButtonLink href="/receipts">{t('navReceipts')}</ButtonLink>
      </section>
    );
  }
  return (
    <section className={styles.page} aria-labelledby={TITLE_ID}>
      <TransferProgress transfer={transfer}>
        <TransferActions transfer={transfer} session={session} onConnect={onConnect} onStartOver={onStartOver} />
      </TransferProgress>
      <HelpLink of={id} label={t('getHelp')} />
    </section>
  );
}

const TITLE_ID = 'transferTitle';

/**
 * The transfer's status. Only this component reads the clock, so that the actions do not move while a person reaches
 * for them.
 */
function TransferProgress({ transfer, children }: { readonly transfer: Transfer; readonly children: ReactNode }) {
  const { t } = useTexts('app');
  const verdict = useVerdict(transfer);
  const explorer = useExplorer();
  const { origin, destination, tokenName } = transfer.terms;
  const places = { origin: origin.chainName, destination: destination.chainName };
  const timing = timingIn(verdict);
  const hash = depositHash(transfer);
  const steps = stepsOfTransfer(transfer, verdict);
  const { status, isMoving = false } = aboutVerdict(verdict);
  const { name: brand } = useAppServices().config.brand;
  const step = stepNow(steps, { ...places, tokenName }, useTexts('app'));
  const tabTitle = useTabTitle(transfer, verdict, step);
  const receiptUrl = hash ? `${window.location.origin}${receiptPath(hash, origin.chainId)}` : null;
  return (
    <>
      {receiptUrl ? <PrintedLine brand={brand} url={receiptUrl} /> : null}
      <VerdictHeading {...{ verdict, places, tabTitle, step }} />
      <div className={`${ui.card} ${styles.card}`}>
        <TransferSummary transfer={transfer} verdict={verdict} />
        <div className={styles.columns}>
          <h2 className="visuallyHidden">{t('stepsTitle')}</h2>
          <StepList steps={steps} {...{ places, tokenName, explorer }} isMoving={isMoving} />
          <div className={ui.stack}>
            <h2 className="visuallyHidden">{t('actionsTitle')}</h2>
            {timing ? <TimingLine timing={timing} /> : null}
            {children}
            {status === 'open' || verdict.kind === 'inWallet' ? <NotifyButton /> : null}
            {receiptUrl ? <ShareLink url={receiptUrl} title={tabTitle} /> : null}
          </div>
        </div>
      </div>
    </>
  );
}

/** While nothing is wrong, the tab's title counts the steps. */
const COUNTED: ReadonlySet<VerdictKind> = new Set(['inWallet', 'pending', 'inProgress', 'verifyingPayout']);

/** "2 of 4 · 250 USDC to Base" on the way, then "Delivered · 249.5 USDC to Base". */
function useTabTitle({ terms }: Transfer, verdict: TransferVerdict, step: StepNow | null): string {
  const texts = useTexts('app');
  const { amount, chainName } = namedAmount(verdict, terms);
  const what = { sum: texts.sum(amount, terms.tokenName), chain: chainName };
  return step && COUNTED.has(verdict.kind)
    ? texts.t('tab_step', { step: `${step.number}`, total: `${step.total}`, ...what })
    : texts.t('tab_state', { state: texts.t(`title_${verdict.kind}`), ...what });
}

type HeadingProps = {
  readonly verdict: TransferVerdict;
  readonly places: Places;
  readonly tabTitle: string;
  readonly step: StepNow | null;
};

/** What happened, where the tokens are, and what to do. A screen reader says only the step while nothing is wrong. */
function VerdictHeading({ verdict, places, tabTitle, step }: HeadingProps) {
  const texts = useTexts('app');
  const { title, lines, todo } = verdictText(verdict, places, texts);
  const announcement = () => {
    if (!step || !COUNTED.has(verdict.kind)) return `${title}. ${[...lines, todo].join(' ')}`;
    const now = texts.t('stepNow', { step: `${step.number}`, total: `${step.total}`, name: step.label });
    return verdict.kind === 'inWallet' ? `${now} ${todo}` : now;
  };
  return (
    <div className={styles.heading}>
      <PageHeading title={title} line={lines.join(' ')} titleId={TITLE_ID} tabTitle={tabTitle} />
      <p>{todo}</p>
      <Announcement text={announcement()} />
    </div>
  );
}

/** The transfers that pay the recipient nothing, or an amount that is in doubt. */
const UNPAID: ReadonlySet<Transfer['status']> = new Set(['failed', 'refunded', 'abandoned', 'disputed']);

const receivedBy = (transfer: Transfer) => (transfer.status === 'delivered' ? transfer.received : null);

type SummaryProps = { readonly transfer: Transfer; readonly verdict: TransferVerdict };

/** The two amounts, what the transfer costs, and the picture. */
function TransferSummary({ transfer, verdict }: SummaryProps) {
  const took = useTook(transfer);
  const { t } = useTexts('app');
  const { origin, destination, send, tokenName } = transfer.terms;
  return (
    <div className={styles.summary}>
      <div className={styles.sums}>
        <p>
          <Sum of={{ amount: send, decimals: origin.decimals }} tokenName={tokenName} />
          <span className={ui.small}>{t('onChain', { chain: origin.chainName })}</span>
        </p>
        <Arrival transfer={transfer} />
      </div>
      {UNPAID.has(transfer.status) ? null : <TransferCosts terms={transfer.terms} received={receivedBy(transfer)} />}
      <div className={styles.picture}>
        <Causeway
          state={causewayOf(verdict)}
          origin={origin.chainName}
          destination={destination.chainName}
          label={took}
        />
      </div>
      {took ? <p className="visuallyHidden">{took}</p> : null}
    </div>
  );
}

/**
 * How long a delivered transfer took, from block to block. Null before the delivery, and while no node returns the
 * times.
 */
function useTook(transfer: Transfer): string | null {
  const { t, elapsed } = useTexts('app');
  const { chainReads } = useAppServices();
  const { origin, destination } = transfer.terms;
  const blocks =
    transfer.status === 'delivered'
      ? {
          ...{ hash: transfer.hash, originId: origin.chainId },
          ...{ payoutHash: transfer.payoutHash, destinationId: destination.chainId },
        }
      : null;
  const seconds = useQuery({
    queryKey: ['secondsTaken', blocks],
    queryFn: async () => (blocks ? (await chainReads()).secondsTaken(blocks) : null),
    enabled: blocks !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return seconds.data ? t('took', { time: elapsed(seconds.data) }) : null;
}

/** The amount, emphasized. In a right-to-left line it keeps its place before the token's name. */
function Sum({ of, tokenName }: { readonly of: Amount; readonly tokenName: string }) {
  const { amount } = useTexts('app');
  return (
    <bdi dir="ltr">
      <strong>
        <Digits text={amount(of)} />
      </strong>{' '}
      {tokenName}
    </bdi>
  );
}

/** The amount for the recipient, or the refund. */
function Arrival({ transfer }: { readonly transfer: Transfer }) {
  const { t, rich } = useTexts('app');
  const { terms } = transfer;
  const gas = useGasOnArrival(terms);
  if (transfer.status === 'refunded') {
    return (
      <p>
        <Sum of={{ amount: transfer.refunded, decimals: terms.origin.decimals }} tokenName={terms.tokenName} />
        <span className={ui.small}>{rich('backTo', { address: <AddressText address={terms.account} /> })}</span>
      </p>
    );
  }
  const arrives = receivedBy(transfer) ?? terms.receive;
  return (
    <p>
      {arrives === null ? (
        terms.tokenName
      ) : (
        <Sum of={{ amount: arrives, decimals: terms.destination.decimals }} tokenName={terms.tokenName} />
      )}
      {gas === null ? null : (
        <span className={ui.small}>
          <Digits text={t('andGas', { gas })} />
        </span>
      )}
      <span className={ui.small}>
        {rich(isSameAddress(terms.recipient, terms.account) ? 'transferToYourAccount' : 'toAddress', {
          address: <AddressText address={terms.recipient} />,
        })}
      </span>
    </p>
  );
}
