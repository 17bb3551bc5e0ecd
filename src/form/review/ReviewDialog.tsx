// The review: the last screen before the wallet opens. ReviewDialog shows a fixed quote and the transactions to sign.
// useReview reads facts from both chains (reviewReadings), turns them into checks (model/checks), and repeats both when
// the person confirms, so that the wallet opens only for what they have seen. CheckList shows the checks, with the
// texts of checkText.

import { useId } from 'react';
import { isSameAddress } from '#shared/address.ts';
import { useContacts } from '../../account/contacts/useContacts.ts';
import { contactOf } from '../../account/model/contacts.ts';
import { useAppServices } from '../../app/services.ts';
import type { Texts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import type { PlannedCall, TransactionPlan } from '../../transfer/model/transactionPlan.ts';
import { callsOf } from '../../transfer/model/transactionPlan.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { Button } from '../../ui/Button.tsx';
import { Causeway } from '../../ui/Causeway.tsx';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FullAddress } from '../../ui/FullAddress.tsx';
import { Notice } from '../../ui/Notice.tsx';
import ui from '../../ui/ui.module.css';
import type { Check } from '../model/checks.ts';
import { mustStop } from '../model/checks.ts';
import type { ResolvedName } from '../model/readRecipient.ts';
import { CheckList } from './CheckList.tsx';
import styles from './review.module.css';
import type { Review } from './useReview.ts';
import { useReview } from './useReview.ts';

type Props = Parameters<typeof useReview>[0] & { readonly onClose: () => void };

/** Shows a fixed quote, its transactions and its checks before the wallet opens. */
export function ReviewDialog({ onClose, ...inputs }: Props) {
  const texts = useTexts('app');
  const review = useReview(inputs);
  const { build } = review.quoted;
  const missing = missingText(review.checks, review.isConfirmed, texts);
  const missingId = useId();
  return (
    <Dialog
      title={texts.t('reviewTransfer')}
      onClose={onClose}
      footer={
        <>
          {review.notice ? <ReviewNotice notice={review.notice} /> : null}
          {missing ? (
            <p id={missingId} className={ui.note} role="status">
              {missing}
            </p>
          ) : null}
          <Button
            kind="primary"
            size="large"
            busy={review.isBusy}
            describedBy={missing ? missingId : undefined}
            disabled={!review.canConfirm || review.isBusy}
            onClick={() => void review.confirm()}
          >
            {texts.t('confirmInWallet')}
          </Button>
        </>
      }
    >
      <FrameNotice />
      <Sums build={build} />
      <Parties build={build} named={inputs.named} />
      <PlanList build={build} plan={review.plan} />
      <CheckList
        checks={review.checks}
        build={build}
        isConfirmed={review.isConfirmed}
        onToggle={review.toggle}
        onRetry={review.retryChecks}
      />
    </Dialog>
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
    sum: <b>{sum({ amount: build.send, decimals: originToken.decimals }, token)}</b>,
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

/** Says beside the disabled button what the person must do, because the check itself may be scrolled out of view. */
export function missingText(
  checks: readonly Check[],
  isConfirmed: (check: Check) => boolean,
  { t }: Texts<'app'>,
): string | null {
  if (mustStop(checks)) return t('checkStops');
  const count = checks.filter((check) => check.demand === 'confirm' && !isConfirmed(check)).length;
  return count === 0 ? null : t('confirmChecks', { count });
}

/** The quote and the review stand. The wallet builds the next span. */
const REVIEWED = { built: 2, isMoving: false, isBroken: false };

/** What leaves the account, and what arrives. */
export function Sums({ build }: { build: VerifiedBuild }) {
  const { t, sum } = useTexts('app');
  const { intent, route } = build;
  return (
    <div className={styles.sums}>
      <div className={styles.road}>
        <Causeway state={REVIEWED} />
      </div>
      <div>
        <span className={ui.note}>{t('leaves', { chain: route.origin.name })}</span>
        <strong className={styles.sum}>
          {sum({ amount: build.send, decimals: route.originToken.decimals }, intent.tokenName)}
        </strong>
      </div>
      <div>
        <span className={ui.note}>{t('arrives', { chain: route.destination.name })}</span>
        <strong className={styles.sum}>
          {sum({ amount: build.receive, decimals: route.destinationToken.decimals }, intent.tokenName)}
        </strong>
      </div>
    </div>
  );
}

type PartiesProps = { readonly build: VerifiedBuild; readonly named: ResolvedName | null };

function Parties({ build: { intent }, named }: PartiesProps) {
  const { t, rich } = useTexts('app');
  const { contacts } = useContacts();
  const contact = contactOf(contacts, intent.recipient);
  const isOwn = isSameAddress(intent.account, intent.recipient);
  return (
    <>
      <dl className={ui.stack}>
        <DetailRow label={t(isOwn ? 'recipientOwn' : 'recipientOther')}>
          <FullAddress address={intent.recipient} />
          {contact ? <p>{rich('savedAs', { name: <bdi>{contact.name}</bdi> })}</p> : null}
          {named ? (
            <p>{rich('nameReadAt', { name: <b>{named.name}</b>, chain: named.chainName, block: `${named.block}` })}</p>
          ) : null}
        </DetailRow>
        <DetailRow label={t('fromAccount')}>
          <AddressText address={intent.account} />
        </DetailRow>
      </dl>
      {isOwn ? null : <Notice tone="warning">{t('compareRecipient')}</Notice>}
    </>
  );
}

function ReviewNotice({ notice }: { notice: NonNullable<Review['notice']> }) {
  const { t } = useTexts('app');
  return <Notice tone="warning">{t(`notice_${notice}`)}</Notice>;
}
