import { useQuery } from '@tanstack/react-query';
import type { Hash } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { Receipt as Delivery } from '#shared/wire/receipt.ts';
import { encodeReceipt } from '#shared/wire/receipt.ts';
import { useAppServices } from '../../context/appServices.ts';
import { useExplorer } from '../../context/useExplorer.ts';
import { chainByName } from '../../domain/registry.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { CardPicture } from '../../ui/causeway/CardPicture.tsx';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { HashLink } from '../../ui/HashLink.tsx';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { useWords } from '../../words/useWords.ts';
import { CopyLink } from './CopyLink.tsx';
import { ProofNotice } from './ProofNotice.tsx';
import styles from './ReceiptCard.module.css';

const PROOF_RETRY_MS = 5_000;

type Badge = 'proven' | 'mismatch' | 'unknown';

type Props = { readonly hash: Hash; readonly delivery: Delivery };

export function ReceiptCard({ hash, delivery }: Props) {
  const { t, amount, sum } = useWords(receiptsWords);
  const { registry, chainReads } = useAppServices();
  const proof = useQuery({
    // A proof is valid for one reported delivery only. A changed report needs a new proof.
    queryKey: ['proof', hash, encodeReceipt(delivery)],
    queryFn: async () => (await chainReads()).proveReceipt(hash, delivery),
    refetchInterval: ({ state }) => (state.data?.kind === 'unknown' ? PROOF_RETRY_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const explorer = useExplorer();
  const badge: Badge = proof.data?.kind ?? 'unknown';
  // The amount on the chain takes precedence over the reported amount.
  const received =
    proof.data?.kind === 'proven' ? { ...delivery.received, amount: proof.data.received } : delivery.received;
  const linkOn = (chainName: string, transaction: string) => {
    const chain = chainByName(registry, chainName);
    return chain ? explorer(chain.id, transaction) : null;
  };
  const token = (address: Delivery['originToken']) =>
    isNativeToken(address) ? t('nativeToken') : <AddressText address={address} />;
  return (
    <article className={styles.card} aria-label={t('title')}>
      <CardPicture
        state={{ built: badge === 'proven' ? 6 : 5, isMoving: proof.isPending, isBroken: badge === 'mismatch' }}
        origin={delivery.originChainName}
        destination={delivery.destinationChainName}
      />
      <header className={styles.top}>
        <span className={`${styles.badge} ${styles[badge]}`}>{t(`badge_${badge}`)}</span>
        <CopyLink />
      </header>
      <p className={styles.sum}>
        <strong>{amount(received)}</strong> {delivery.tokenName}
        <span>
          {t('receivedFor', {
            destination: delivery.destinationChainName,
            sent: sum(delivery.sent, delivery.tokenName),
            origin: delivery.originChainName,
          })}
        </span>
      </p>
      <dl className={styles.rows}>
        <DetailRow label={t('deposit')}>
          <HashLink hash={hash} href={linkOn(delivery.originChainName, hash)} />
        </DetailRow>
        <DetailRow label={t('payout')}>
          <HashLink hash={delivery.payoutHash} href={linkOn(delivery.destinationChainName, delivery.payoutHash)} />
        </DetailRow>
        <DetailRow label={t('tokenOn', { chain: delivery.originChainName })}>{token(delivery.originToken)}</DetailRow>
        <DetailRow label={t('tokenOn', { chain: delivery.destinationChainName })}>
          {token(delivery.destinationToken)}
        </DetailRow>
      </dl>
      <ProofNotice proof={proof.data ?? null} chainName={delivery.destinationChainName} />
    </article>
  );
}
