import { useQuery } from '@tanstack/react-query';
import type { Hash } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { Receipt } from '#shared/wire/receipt.ts';
import { encodeReceipt } from '#shared/wire/receipt.ts';
import { useAppServices } from '../../context/appServices.ts';
import { useExplorer } from '../../context/useExplorer.ts';
import { chainByName } from '../../domain/registry.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { Crossing } from '../../ui/Crossing.tsx';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { displayAmount } from '../../ui/displayAmount.ts';
import { HashLink } from '../../ui/HashLink.tsx';
import { CopyLink } from './CopyLink.tsx';
import { ProofNotice } from './ProofNotice.tsx';
import styles from './ReceiptCard.module.css';

const PROOF_RETRY_MS = 5_000;

type Badge = 'proven' | 'mismatch' | 'unknown';

const badgeWords: Record<Badge, string> = {
  proven: 'Delivered',
  mismatch: 'Not as reported',
  unknown: 'Reported by the service',
};

type Props = { readonly hash: Hash; readonly receipt: Receipt };

export function ReceiptCard({ hash, receipt }: Props) {
  const { registry, engine } = useAppServices();
  const proof = useQuery({
    // A proof holds for the receipt that it was made for: another one, though of the same payment, needs its own.
    queryKey: ['proof', hash, encodeReceipt(receipt)],
    queryFn: async () => (await engine()).reads.proveReceipt(hash, receipt),
    refetchInterval: ({ state }) => (state.data?.kind === 'unknown' ? PROOF_RETRY_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const explorer = useExplorer();
  const badge: Badge = proof.data?.kind ?? 'unknown';
  // What the chain shows counts, where it was seen.
  const received =
    proof.data?.kind === 'proven' ? { ...receipt.received, amount: proof.data.received } : receipt.received;
  const linkOn = (chainName: string, transaction: string) => {
    const chain = chainByName(registry, chainName);
    return chain ? explorer(chain.id, transaction) : null;
  };
  const token = (address: Receipt['originToken']) =>
    isNativeToken(address) ? 'Native token' : <AddressText address={address} />;
  return (
    <article className={styles.card} aria-label="Receipt">
      <header className={styles.top}>
        <span className={`${styles.badge} ${styles[badge]}`}>{badgeWords[badge]}</span>
        <CopyLink />
      </header>
      <Crossing
        origin={receipt.originChainName}
        destination={receipt.destinationChainName}
        state={{ reached: badge === 'proven' ? 5 : 4, moving: proof.isPending, failed: badge === 'mismatch' }}
      />
      <p className={styles.sum}>
        <strong>{displayAmount(received)}</strong> {receipt.tokenName}
        <span>
          received on {receipt.destinationChainName}, of {displayAmount(receipt.sent)} {receipt.tokenName} sent on{' '}
          {receipt.originChainName}
        </span>
      </p>
      <dl className={styles.rows}>
        <DetailRow label="Deposit">
          <HashLink hash={hash} href={linkOn(receipt.originChainName, hash)} />
        </DetailRow>
        <DetailRow label="Delivery">
          <HashLink hash={receipt.payoutHash} href={linkOn(receipt.destinationChainName, receipt.payoutHash)} />
        </DetailRow>
        <DetailRow label={`Token on ${receipt.originChainName}`}>{token(receipt.originToken)}</DetailRow>
        <DetailRow label={`Token on ${receipt.destinationChainName}`}>{token(receipt.destinationToken)}</DetailRow>
      </dl>
      <ProofNotice proof={proof.data ?? null} chainName={receipt.destinationChainName} />
    </article>
  );
}
