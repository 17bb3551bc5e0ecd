import { useId } from 'react';
import { isSameAddress } from '#shared/address.ts';
import { useContacts } from '../../../context/useContacts.ts';
import { contactOf } from '../../../domain/contacts.ts';
import type { ResolvedName } from '../../../domain/names.ts';
import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import { AddressText } from '../../../ui/AddressText.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Causeway } from '../../../ui/causeway/Causeway.tsx';
import { DetailRow } from '../../../ui/DetailRow.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FullAddress } from '../../../ui/FullAddress.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { mainWords } from '../../../words/main/mainWords.ts';
import { reviewWords } from '../../../words/review/reviewWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { CheckList } from './CheckList.tsx';
import { FrameNotice } from './FrameNotice.tsx';
import { missingText } from './missingText.ts';
import { PlanList } from './PlanList.tsx';
import styles from './ReviewDialog.module.css';
import type { Review } from './useReview.ts';
import { useReview } from './useReview.ts';

/** The quote and the review stand. The wallet builds the next span. */
const REVIEWED = { built: 2, isMoving: false, isBroken: false };

type Props = Parameters<typeof useReview>[0] & { readonly onClose: () => void };

/** Shows a fixed quote, its transactions and its checks before the wallet opens. */
export function ReviewDialog({ onClose, ...inputs }: Props) {
  const words = useWords(reviewWords);
  const main = useWords(mainWords);
  const review = useReview(inputs);
  const { build } = review.quoted;
  const missing = missingText(review.checks, review.isConfirmed, words);
  const missingId = useId();
  return (
    <Dialog
      title={main.t('reviewTransfer')}
      onClose={onClose}
      footer={
        <>
          {review.notice ? <ReviewNotice notice={review.notice} /> : null}
          {missing ? (
            <p id={missingId} className={styles.missing} role="status">
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
            {words.t('confirmInWallet')}
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

/** What leaves the account, and what arrives. */
export function Sums({ build }: { build: VerifiedBuild }) {
  const { t, sum } = useWords(reviewWords);
  const { intent, route } = build;
  return (
    <div className={styles.sums}>
      <div className={styles.road}>
        <Causeway state={REVIEWED} />
      </div>
      <div>
        <span className={styles.side}>{t('leaves', { chain: route.origin.name })}</span>
        <strong className={styles.sum}>
          {sum({ amount: build.send, decimals: route.originToken.decimals }, intent.tokenName)}
        </strong>
      </div>
      <div>
        <span className={styles.side}>{t('arrives', { chain: route.destination.name })}</span>
        <strong className={styles.sum}>
          {sum({ amount: build.receive, decimals: route.destinationToken.decimals }, intent.tokenName)}
        </strong>
      </div>
    </div>
  );
}

type PartiesProps = { readonly build: VerifiedBuild; readonly named: ResolvedName | null };

function Parties({ build: { intent }, named }: PartiesProps) {
  const { t, rich } = useWords(reviewWords);
  const { contacts } = useContacts();
  const contact = contactOf(contacts, intent.recipient);
  const isOwn = isSameAddress(intent.account, intent.recipient);
  return (
    <>
      <dl className={styles.rows}>
        <DetailRow label={t(isOwn ? 'recipientOwn' : 'recipientOther')}>
          <FullAddress address={intent.recipient} />
          {contact ? <p>{rich('recipientSaved', { name: <bdi>{contact.name}</bdi> })}</p> : null}
          {named ? (
            <p>
              {rich('recipientNamed', { name: <b>{named.name}</b>, chain: named.chainName, block: `${named.block}` })}
            </p>
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
  const { t } = useWords(reviewWords);
  return <Notice tone="warning">{t(`notice_${notice}`)}</Notice>;
}
