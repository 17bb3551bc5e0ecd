import { isSameAddress } from '#shared/address.ts';
import type { VerifiedBuild } from '../../domain/verifyBuild.ts';
import { AddressText, FullAddress } from '../../ui/AddressText.tsx';
import { Button } from '../../ui/Button.tsx';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { displayAmount } from '../../ui/displayAmount.ts';
import { Notice } from '../../ui/Notice.tsx';
import { CheckList } from './CheckList.tsx';
import { PlanList } from './PlanList.tsx';
import styles from './ReviewDialog.module.css';
import type { Review } from './useReview.ts';
import { isConfirmed, useReview } from './useReview.ts';

type Props = Parameters<typeof useReview>[0] & { readonly onClose: () => void };

/** What is about to be signed, held still and said once more in words. Loaded when it is first opened. */
export function ReviewDialog({ onClose, ...inputs }: Props) {
  const review = useReview(inputs);
  const { build } = review.quoted;
  return (
    <Dialog
      title="Review transfer"
      onClose={onClose}
      footer={
        <>
          {review.notice ? <ReviewNotice notice={review.notice} /> : null}
          <Button
            kind="primary"
            size="large"
            busy={review.isBusy}
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
      <PlanList build={build} allowance={review.facts?.allowance ?? { ok: false }} />
      <CheckList
        checks={review.checks}
        build={build}
        isConfirmed={(check) => isConfirmed(review, check)}
        onToggle={review.toggle}
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
          The tokens go to an account other than the one you are connected with. Compare all of its characters.
        </Notice>
      )}
    </>
  );
}

const noticeWords: Record<NonNullable<Review['notice']>, string> = {
  lessArrives:
    'The quote had expired, and the new one gives you less or costs you more. Look at the amounts above before you go on.',
  noQuote: 'The quote has expired and there is no new one yet. Nothing was sent. Close this and try again in a moment.',
  checksChanged: 'Something changed since you opened this review. Look at the checks above before you go on.',
  notStored:
    'This browser does not let the page store the transfer, so your wallet was not opened. Free some space or leave private browsing.',
};

function ReviewNotice({ notice }: { notice: NonNullable<Review['notice']> }) {
  return <Notice tone="warning">{noticeWords[notice]}</Notice>;
}
