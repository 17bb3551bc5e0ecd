import { isSameAddress } from '#shared/address.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import type { CrossingState } from '../../ui/Crossing.tsx';
import { Crossing } from '../../ui/Crossing.tsx';
import { displayAmount } from '../../words/displayAmount.ts';
import styles from './TransferSummary.module.css';

const crossingStates: Record<Transfer['status'], CrossingState> = {
  approving: { reached: 0, moving: false, failed: false },
  readyToSign: { reached: 0, moving: false, failed: false },
  signing: { reached: 0, moving: true, failed: false },
  sent: { reached: 1, moving: true, failed: false },
  deposited: { reached: 3, moving: true, failed: false },
  reported: { reached: 4, moving: true, failed: false },
  refunded: { reached: 2, moving: false, failed: true },
  disputed: { reached: 4, moving: false, failed: true },
  delivered: { reached: 5, moving: false, failed: false },
  failed: { reached: 1, moving: false, failed: true },
  abandoned: { reached: 0, moving: false, failed: true },
};

export function TransferSummary({ transfer }: { transfer: Transfer }) {
  const { terms } = transfer;
  return (
    <div className={styles.summary}>
      <Crossing
        origin={terms.origin.chainName}
        destination={terms.destination.chainName}
        state={crossingStates[transfer.status]}
      />
      <div className={styles.sums}>
        <p>
          <strong>{displayAmount({ amount: terms.send, decimals: terms.origin.decimals })}</strong> {terms.tokenName}
          <span className={styles.note}>on {terms.origin.chainName}</span>
        </p>
        <Arrival transfer={transfer} />
      </div>
    </div>
  );
}

/** The amount at the recipient, or the refund. */
function Arrival({ transfer }: { transfer: Transfer }) {
  const { terms } = transfer;
  if (transfer.status === 'refunded') {
    return (
      <p>
        <strong>{displayAmount({ amount: transfer.refunded, decimals: terms.origin.decimals })}</strong>{' '}
        {terms.tokenName}
        <span className={styles.note}>
          back to <AddressText address={terms.account} />
        </span>
      </p>
    );
  }
  const arrives = transfer.status === 'delivered' ? transfer.received : terms.receive;
  return (
    <p>
      <strong>{displayAmount({ amount: arrives, decimals: terms.destination.decimals })}</strong> {terms.tokenName}
      <span className={styles.note}>
        {isSameAddress(terms.recipient, terms.account) ? 'to your account ' : 'to '}
        <AddressText address={terms.recipient} />
      </span>
    </p>
  );
}
