// The review: the last screen before the wallet opens. ReviewDialog shows a fixed quote and the transactions to sign.
// useReview reads facts from both chains (reviewReadings), turns them into checks (model/checks), and repeats both when
// the person confirms, so that the wallet opens only for what they have seen. CheckList shows the checks, with the
// texts of checkText.

import { useId, useRef } from 'react';
import { isSameAddress } from '#shared/address.ts';
import { useContacts } from '../../account/contacts/useContacts.ts';
import { contactOf } from '../../account/model/contacts.ts';
import { useAppServices } from '../../app/services.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import type { PlannedCall, TransactionPlan } from '../../transfer/model/transactionPlan.ts';
import { callsOf } from '../../transfer/model/transactionPlan.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { nativeSum } from '../../transfer/useGasOnArrival.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { Button } from '../../ui/Button.tsx';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Digits } from '../../ui/Digits.tsx';
import { FullAddress } from '../../ui/FullAddress.tsx';
import { Notice } from '../../ui/Notice.tsx';
import ui from '../../ui/ui.module.css';
import { useFiat } from '../../ui/useFiat.ts';
import { mustStop } from '../model/checks.ts';
import { totalFeesOf } from '../model/fees.ts';
import type { ResolvedName } from '../model/readRecipient.ts';
import { CheckList } from './CheckList.tsx';
import styles from './review.module.css';
import type { Review } from './useReview.ts';
import { useReview } from './useReview.ts';

type Props = Parameters<typeof useReview>[0] & { readonly onClose: () => void };

/** Shows a fixed quote, its transactions and its checks before the wallet opens. */
export function ReviewDialog({ onClose, ...inputs }: Props) {
  const { t } = useTexts('app');
  const review = useReview(inputs);
  const { build } = review.quoted;
  const checks = useRef<HTMLDivElement>(null);
  const leadToCheck = () => {
    const box = checks.current?.querySelector<HTMLInputElement>('input:not(:checked)');
    box?.focus({ preventScroll: true });
    box?.closest('li')?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Dialog title={t('reviewTransfer')} onClose={onClose} footer={<ReviewFooter review={review} onSee={leadToCheck} />}>
      <FrameNotice />
      <Sums build={build} />
      <Recipient build={build} named={inputs.named} />
      <Costs build={build} gasCost={review.gasCost} />
      <div ref={checks} className={ui.stack}>
        <CheckList
          checks={review.checks}
          build={build}
          isConfirmed={review.isConfirmed}
          onToggle={review.toggle}
          onRetry={review.retryChecks}
        />
      </div>
      <PlanList build={build} plan={review.plan} />
    </Dialog>
  );
}

type FooterProps = {
  readonly review: Pick<Review, 'notice' | 'checks' | 'isConfirmed' | 'isBusy' | 'canConfirm' | 'confirm'>;
  /** Shows the first check that needs a confirmation: it may be scrolled out of view. */
  readonly onSee: () => void;
};

/** The button to the wallet. Until every check is confirmed, it leads to the next one. */
export function ReviewFooter({ review, onSee }: FooterProps) {
  const { t } = useTexts('app');
  const { notice, checks, isConfirmed, isBusy, canConfirm, confirm } = review;
  const stopId = useId();
  const isStopped = mustStop(checks);
  const count = checks.filter((check) => check.demand === 'confirm' && !isConfirmed(check)).length;
  return (
    <>
      {notice ? <Notice tone="warning">{t(`notice_${notice}`)}</Notice> : null}
      {isStopped ? (
        <p id={stopId} className={ui.note} role="status">
          {t('checkStops')}
        </p>
      ) : null}
      {count > 0 && !isStopped ? (
        <Button size="large" onClick={onSee}>
          {t('confirmChecks', { count })}
        </Button>
      ) : (
        <Button
          kind="primary"
          size="large"
          busy={isBusy}
          describedBy={isStopped ? stopId : undefined}
          disabled={!canConfirm || isBusy}
          onClick={() => void confirm()}
        >
          {t('confirmInWallet')}
        </Button>
      )}
    </>
  );
}

type PlanListProps = { readonly plan: TransactionPlan; readonly build: VerifiedBuild };

/** The transactions that the wallet will ask the person to sign, in order. */
export function PlanList({ plan, build }: PlanListProps) {
  const { t } = useTexts('app');
  return (
    <section className={styles.steps} aria-label={t('transactionsToSign')}>
      <h3>{t('walletWillAsk')}</h3>
      <ol>
        {callsOf(plan).map((call) => (
          <li key={call.kind}>
            <span>
              <CallText kind={call.kind} build={build} isCertain={plan.isCertain} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

type CallProps = {
  readonly kind: PlannedCall['kind'];
  readonly build: VerifiedBuild;
  readonly isCertain: boolean;
};

function CallText({ kind, build, isCertain }: CallProps) {
  const { rich, sum } = useTexts('app');
  const { origin, originToken } = build.route;
  const { tokenName: token } = build.intent;
  const values = {
    sum: (
      <b>
        <Digits text={sum({ amount: build.send, decimals: originToken.decimals }, token)} />
      </b>
    ),
    contract: <AddressText address={origin.depositContract} />,
  };
  switch (kind) {
    case 'resetAllowance':
      return rich(isCertain ? 'resetAllowance' : 'resetAllowanceIfAny', { token, contract: values.contract });
    case 'approve': {
      const address = <AddressText address={originToken.address} />;
      return rich(isCertain ? 'approve' : 'approveIfNeeded', { ...values, address });
    }
    case 'deposit':
      return rich('deposit', values);
  }
}

/** Names the embedding site before a person confirms. */
function FrameNotice() {
  const { embeddedIn } = useAppServices();
  return embeddedIn === null ? null : <Site site={embeddedIn} />;
}

function Site({ site }: { readonly site: string }) {
  const { t } = useTexts('app');
  return <Notice tone="info">{t('framedBy', { site: site.replace(/^https:\/\//, '') })}</Notice>;
}

/** What leaves the account, and what arrives. */
export function Sums({ build }: { build: VerifiedBuild }) {
  const { t, sum } = useTexts('app');
  const { intent, route } = build;
  return (
    <div className={styles.sums}>
      <div>
        <span className={ui.note}>{t('leaves', { chain: route.origin.name })}</span>
        <strong className={styles.sum}>
          <Digits text={sum({ amount: build.send, decimals: route.originToken.decimals }, intent.tokenName)} />
        </strong>
      </div>
      <div>
        <span className={ui.note}>{t('arrives', { chain: route.destination.name })}</span>
        <strong className={styles.sum}>
          <Digits text={sum({ amount: build.receive, decimals: route.destinationToken.decimals }, intent.tokenName)} />
        </strong>
        {intent.gasDrop > 0n ? (
          <span className={styles.gas}>
            <Digits text={t('andGas', { gas: nativeSum(intent.gasDrop, route.destination, sum) })} />
          </span>
        ) : null}
      </div>
    </div>
  );
}

type RecipientProps = { readonly build: VerifiedBuild; readonly named: ResolvedName | null };

function Recipient({ build: { intent }, named }: RecipientProps) {
  const { t, rich } = useTexts('app');
  const { contacts } = useContacts();
  const contact = contactOf(contacts, intent.recipient);
  const isOwn = isSameAddress(intent.account, intent.recipient);
  return (
    <>
      <dl>
        <DetailRow label={t(isOwn ? 'recipientOwn' : 'recipientOther')}>
          <FullAddress address={intent.recipient} />
          {contact ? <p>{rich('savedAs', { name: <bdi>{contact.name}</bdi> })}</p> : null}
          {named ? (
            <p>{rich('nameReadAt', { name: <b>{named.name}</b>, chain: named.chainName, block: `${named.block}` })}</p>
          ) : null}
        </DetailRow>
      </dl>
      {isOwn ? null : <Notice tone="warning">{t('compareRecipient')}</Notice>}
    </>
  );
}

type CostsProps = {
  readonly build: VerifiedBuild;
  /** The most that the wallet's transactions should cost in gas, in wei; null while unknown. */
  readonly gasCost: bigint | null;
};

/** What the transfer costs, how long it usually takes, and who pays. */
export function Costs({ build, gasCost }: CostsProps) {
  const { t, sum, duration } = useTexts('app');
  const { priceOf, show } = useFiat();
  const { intent, route } = build;
  const { origin, originToken, pair } = route;
  const fees = { amount: totalFeesOf(build), decimals: originToken.decimals };
  const price = priceOf(pair.origin.price);
  const { symbol, decimals } = origin.nativeCurrency;
  return (
    <dl className={ui.stack}>
      <DetailRow
        label={
          intent.gasDrop > 0n ? (
            <Digits text={t('totalCostWithGas', { gas: nativeSum(intent.gasDrop, route.destination, sum) })} />
          ) : (
            t('totalCost')
          )
        }
      >
        <span className={styles.cost}>
          <b>
            <Digits text={sum(fees, intent.tokenName)} />
          </b>
          {price ? (
            <span>
              <Digits text={show(fees, price)} />
            </span>
          ) : null}
        </span>
      </DetailRow>
      <DetailRow label={t('plusGas', { chain: origin.name })}>
        {gasCost === null ? (
          <span aria-hidden="true">–</span>
        ) : (
          <Digits text={t('atMost', { sum: sum({ amount: gasCost, decimals }, symbol) })} />
        )}
      </DetailRow>
      {pair.usualSeconds === null ? null : (
        <DetailRow label={t('usualTime')}>{t('aboutTime', { time: duration(pair.usualSeconds) })}</DetailRow>
      )}
      <DetailRow label={t('fromAccount')}>
        <AddressText address={intent.account} />
      </DetailRow>
    </dl>
  );
}
