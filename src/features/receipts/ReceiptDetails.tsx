import { isNativeToken } from '#shared/address.ts';
import type { Receipt as Delivery } from '#shared/wire/receipt.ts';
import type { Journey } from '../../domain/verdict/journey.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './ReceiptCard.module.css';

type Props = { readonly journey: Journey; readonly delivery: Delivery | null };

/** The tokens of a delivery, or the parties of a deposit as its chain shows them. */
export function ReceiptDetails({ journey: { sender, recipient }, delivery }: Props) {
  const { t } = useWords(receiptsWords);
  const token = (address: Delivery['originToken']) =>
    isNativeToken(address) ? t('nativeToken') : <AddressText address={address} />;
  return (
    <dl className={styles.rows}>
      {delivery ? (
        <>
          <DetailRow label={t('tokenOn', { chain: delivery.originChainName })}>{token(delivery.originToken)}</DetailRow>
          <DetailRow label={t('tokenOn', { chain: delivery.destinationChainName })}>
            {token(delivery.destinationToken)}
          </DetailRow>
        </>
      ) : null}
      {sender ? (
        <DetailRow label={t('sender')}>
          <AddressText address={sender} />
        </DetailRow>
      ) : null}
      {recipient ? (
        <DetailRow label={t('recipient')}>
          <AddressText address={recipient} />
        </DetailRow>
      ) : null}
    </dl>
  );
}
