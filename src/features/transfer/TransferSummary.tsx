import { isSameAddress } from '#shared/address.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { CardPicture } from '../../ui/causeway/CardPicture.tsx';
import type { CausewayState } from '../../ui/causeway/causewayState.ts';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './TransferSummary.module.css';

const causewayStates: Record<Transfer['status'], CausewayState> = {
  approving: { built: 2, isMoving: false, isBroken: false },
  readyToSign: { built: 2, isMoving: false, isBroken: false },
  signing: { built: 2, isMoving: true, isBroken: false },
  sent: { built: 3, isMoving: true, isBroken: false },
  deposited: { built: 4, isMoving: true, isBroken: false },
  reported: { built: 5, isMoving: true, isBroken: false },
  refunded: { built: 3, isMoving: false, isBroken: true },
  disputed: { built: 5, isMoving: false, isBroken: true },
  delivered: { built: 6, isMoving: false, isBroken: false },
  failed: { built: 3, isMoving: false, isBroken: true },
  abandoned: { built: 2, isMoving: false, isBroken: true },
};

export function TransferSummary({ transfer }: { transfer: Transfer }) {
  const { t, amount } = useWords(transferWords);
  const { terms } = transfer;
  return (
    <div className={styles.summary}>
      <CardPicture
        state={causewayStates[transfer.status]}
        origin={terms.origin.chainName}
        destination={terms.destination.chainName}
      />
      <div className={styles.sums}>
        <p>
          <strong>{amount({ amount: terms.send, decimals: terms.origin.decimals })}</strong> {terms.tokenName}
          <span className={styles.note}>{t('onChain', { chain: terms.origin.chainName })}</span>
        </p>
        <Arrival transfer={transfer} />
      </div>
    </div>
  );
}

/** The amount at the recipient, or the refund. */
function Arrival({ transfer }: { transfer: Transfer }) {
  const { amount, rich } = useWords(transferWords);
  const { terms } = transfer;
  if (transfer.status === 'refunded') {
    return (
      <p>
        <strong>{amount({ amount: transfer.refunded, decimals: terms.origin.decimals })}</strong> {terms.tokenName}
        <span className={styles.note}>{rich('backTo', { address: <AddressText address={terms.account} /> })}</span>
      </p>
    );
  }
  const arrives = transfer.status === 'delivered' ? transfer.received : terms.receive;
  return (
    <p>
      <strong>{amount({ amount: arrives, decimals: terms.destination.decimals })}</strong> {terms.tokenName}
      <span className={styles.note}>
        {rich(isSameAddress(terms.recipient, terms.account) ? 'toYourAccount' : 'toAddress', {
          address: <AddressText address={terms.recipient} />,
        })}
      </span>
    </p>
  );
}
