import { useId } from 'react';
import { isSameAddress } from '#shared/address.ts';
import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import { AddressText, FullAddress } from '../../../ui/AddressText.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DetailRow } from '../../../ui/DetailRow.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { displayAmount } from '../../../words/displayAmount.ts';
import { CheckList } from './CheckList.tsx';
import { missingText } from './missingText.ts';
import { PlanList } from './PlanList.tsx';
import styles from './ReviewDialog.module.css';
import type { Review } from './useReview.ts';
import { useReview } from './useReview.ts';

type Props = Parameters<typeof useReview>[0] & { readonly onClose: () => void };

/** Shows a fixed quote, its transactions and its checks before the wallet opens. */
export function ReviewDialog({ onClose, ...inputs }: Props) {
  const review = useReview(inputs);
  const { build } = review.quoted;
  const missing = missingText(review.checks, review.isConfirmed);
  const missingId = useId();
  return (
    <Dialog
      title="Review transfer"
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
            Confirm in wallet
          </Button>
        </>
      }
    >
      <Sums build={build} />
      <Parties build={build} />
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

function Sums({ build }: { build: VerifiedBuild }) {
  const { intent, route } = build;
  return (
    <div className={styles.sums}>
      <div>
        <span className={styles.side}>Leaves {route.origin.name}</span>
        <strong className={styles.sum}>
          {displayAmount({ amount: build.send, decimals: route.originToken.decimals })} {intent.tokenName}
        </strong>
      </div>
      <div>
        <span className={styles.side}>Arrives on {route.destination.name}</span>
        <strong className={styles.sum}>
          {displayAmount({ amount: build.receive, decimals: route.destinationToken.decimals })} {intent.tokenName}
        </strong>
      </div>
    </div>
  );
}

function Parties({ build: { intent } }: { build: VerifiedBuild }) {
  const isOwn = isSameAddress(intent.account, intent.recipient);
  return (
    <>
      <dl className={styles.rows}>
        <DetailRow label={isOwn ? 'Recipient, your account' : 'Recipient, not your account'}>
          <FullAddress address={intent.recipient} />
        </DetailRow>
        <DetailRow label="From account">
          <AddressText address={intent.account} />
        </DetailRow>
      </dl>
      {isOwn ? null : (
        <Notice tone="warning">
          The recipient is not the connected account. Compare every character of its address.
        </Notice>
      )}
    </>
  );
}

const noticeText: Record<NonNullable<Review['notice']>, string> = {
  lessArrives: 'The quote expired. The new one gives you less or costs more. Check the amounts above.',
  noQuote: 'Nothing was sent. The quote expired and there is no new one yet. Close this and try again in a moment.',
  checksChanged: 'Nothing was sent. A check changed since you opened this review. Look at the checks above.',
  notChecked: 'Nothing was sent. The checks on both chains did not run. Try again in a moment.',
  notStored: 'Nothing was sent. This browser can’t store the transfer. Free some space or leave private browsing.',
  notLoaded: 'Nothing was sent. The page could not load its wallet code. Check your connection and try again.',
};

function ReviewNotice({ notice }: { notice: NonNullable<Review['notice']> }) {
  return <Notice tone="warning">{noticeText[notice]}</Notice>;
}
