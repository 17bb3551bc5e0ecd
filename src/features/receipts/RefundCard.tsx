import type { Hash } from 'viem';
import type { RefundRecord } from '../../chain/refundReads.ts';
import { useAppServices } from '../../context/appServices.ts';
import { useExplorer } from '../../context/useExplorer.ts';
import type { RefundProof } from '../../domain/refund.ts';
import { chainById } from '../../domain/registry.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { Causeway } from '../../ui/causeway/Causeway.tsx';
import { ChainLabel } from '../../ui/causeway/ChainLabel.tsx';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { HashLink } from '../../ui/HashLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RefundNotice } from '../../ui/RefundNotice.tsx';
import { displayAmount } from '../../words/displayAmount.ts';
import { CopyLink } from './CopyLink.tsx';
import styles from './ReceiptCard.module.css';

const badgeLabels: Record<RefundProof['kind'], string> = {
  proven: 'Refunded',
  mismatch: 'Refund differs',
  unknown: 'Not delivered',
};

type Props = { readonly hash: Hash; readonly record: RefundRecord; readonly message: string };

/** The receipt of a failed transfer: its deposit and its refund. */
export function RefundCard({ hash, record, message }: Props) {
  const { registry } = useAppServices();
  const explorer = useExplorer();
  const { origin, token, deposit, proof } = record;
  const format = (amount: bigint) => displayAmount({ amount, decimals: token.decimals });
  const destination = chainById(registry, Number(deposit.destination))?.name ?? `chain ${deposit.destination}`;
  return (
    <article className={styles.card} aria-label="Receipt">
      <div className={styles.picture}>
        <Causeway
          state={{ built: 3, isMoving: false, isBroken: true }}
          origin={<ChainLabel name={origin.name} />}
          destination={<ChainLabel name={destination} />}
        />
      </div>
      <header className={styles.top}>
        <span className={`${styles.badge} ${styles[proof.kind]}`}>{badgeLabels[proof.kind]}</span>
        <CopyLink />
      </header>
      <p className={styles.sum}>
        <strong>{format(proof.kind === 'proven' ? proof.refunded : deposit.amount)}</strong> {token.name}
        <span>
          {proof.kind === 'proven'
            ? `refunded on ${origin.name} for a deposit of ${format(deposit.amount)} ${token.name}`
            : `deposited on ${origin.name}, not delivered`}
        </span>
      </p>
      <dl className={styles.rows}>
        <DetailRow label="Deposit">
          <HashLink hash={hash} href={explorer(origin.id, hash)} />
        </DetailRow>
        {proof.kind === 'unknown' ? null : (
          <DetailRow label={proof.kind === 'proven' ? 'Refund' : 'Reported refund'}>
            <HashLink hash={proof.hash} href={explorer(origin.id, proof.hash)} />
          </DetailRow>
        )}
        <DetailRow label="Sender">
          <AddressText address={deposit.user} />
        </DetailRow>
      </dl>
      <Notice tone="warning" title="The bridge could not deliver">
        {message}
      </Notice>
      <RefundNotice
        proof={proof}
        deposit={{ chainName: origin.name, tokenName: token.name, decimals: token.decimals, amount: deposit.amount }}
      />
    </article>
  );
}
