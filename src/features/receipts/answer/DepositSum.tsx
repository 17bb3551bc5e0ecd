import type { DepositCase } from '../../../domain/desk/toCase.ts';
import type { Places } from '../../../ui/verdict/verdictText.ts';
import { receiptsWords } from '../../../words/receipts/receiptsWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './CaseCard.module.css';

type Props = { readonly one: DepositCase; readonly places: Places };

/** The amount that counts: received, refunded, or so far only deposited. */
export function DepositSum({ one: { evidence, journey, received }, places }: Props) {
  const { t, sum, amount } = useWords(receiptsWords);
  const { sent, tokenName } = journey;
  if (sent === null || tokenName === null) return null;
  const { origin, destination } = places;
  const deposited = sum(sent, tokenName);
  const text = received
    ? evidence.payout.kind === 'proven'
      ? t('receivedFor', { destination, sent: deposited, origin })
      : t('refundedFor', { chain: origin, deposited })
    : t('depositedFor', { chain: origin, destination });
  return (
    <p className={styles.sum}>
      <strong>{amount(received ?? sent)}</strong> {tokenName}
      <span>{text}</span>
    </p>
  );
}
