import { isNativeToken, isSameAddress } from '#shared/address.ts';
import type { VerifiedBuild } from '../../domain/verifyBuild.ts';
import { AddressText, FullAddress } from '../../ui/AddressText.tsx';
import { Button } from '../../ui/Button.tsx';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { displayAmount } from '../../ui/displayAmount.ts';
import { Notice } from '../../ui/Notice.tsx';
import styles from './ReviewDialog.module.css';

type Props = {
  readonly build: VerifiedBuild;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** What is about to be signed, said once more in words. Loaded when it is first opened. */
export function ReviewDialog({ build, onConfirm, onClose }: Props) {
  const { intent, route } = build;
  const sent = `${displayAmount({ amount: build.send, decimals: route.originToken.decimals })} ${intent.tokenName}`;
  const received = displayAmount({ amount: build.receive, decimals: route.destinationToken.decimals });
  const isOwn = isSameAddress(intent.account, intent.recipient);

  return (
    <Dialog title="Review transfer" onClose={onClose}>
      <div className={styles.sums}>
        <div>
          <span className={styles.side}>Leaves {route.origin.name}</span>
          <strong className={styles.sum}>{sent}</strong>
        </div>
        <div>
          <span className={styles.side}>Arrives on {route.destination.name}</span>
          <strong className={styles.sum}>
            {received} {intent.tokenName}
          </strong>
        </div>
      </div>
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
      <section className={styles.steps} aria-label="Your wallet will ask for">
        <h3>Your wallet will ask for</h3>
        <ol>
          {isNativeToken(route.originToken.address) ? null : (
            <li>
              <span>
                Permission for the bridge contract <AddressText address={route.origin.depositContract} /> to take
                exactly <b>{sent}</b>, unless it has it already
                {route.originToken.resetsAllowance
                  ? `. ${intent.tokenName} first sets an older permission to zero`
                  : ''}
                .
              </span>
            </li>
          )}
          <li>
            <span>
              The deposit of <b>{sent}</b> through the bridge contract{' '}
              <AddressText address={route.origin.depositContract} />.
            </span>
          </li>
        </ol>
      </section>
      <Notice tone="good">
        Recipient, amount, token and chain in the transaction were compared, byte for byte, with what you asked for.
      </Notice>
      <Button kind="primary" size="large" onClick={onConfirm}>
        Confirm in wallet
      </Button>
    </Dialog>
  );
}
