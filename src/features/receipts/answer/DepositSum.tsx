import type { DepositCase } from '../../../domain/desk/judge.ts';
import { countedAmount } from '../../../domain/desk/judge.ts';
import { amountSize } from '../../../ui/amountSize.ts';
import ui from '../../../ui/ui.module.css';
import type { Places } from '../../../ui/verdict/verdictText.ts';
import { receiptsWords } from '../../../words/receipts/receiptsWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './answer.module.css';

type Props = { readonly one: DepositCase; readonly places: Places };

/** The amount that counts, and what it is. */
export function DepositSum({ one, places }: Props) {
  const { t, sum, amount } = useWords(receiptsWords);
  const { evidence, journey, received } = one;
  const { sent, tokenName } = journey;
  const counted = countedAmount(one);
  if (sent === null || tokenName === null || counted === null) return null;
  const { origin, destination } = places;
  const deposited = sum(sent, tokenName);
  const text = received
    ? evidence.payout.kind === 'proven'
      ? t('receivedFor', { destination, sent: deposited, origin })
      : t('refundedFor', { chain: origin, deposited })
    : t('depositedFor', { chain: origin, destination });
  return (
    <p className={styles.sum}>
      <strong style={{ fontSize: amountSize(sum(counted, tokenName)) }}>{amount(counted)}</strong> {tokenName}
      <span className={ui.note}>{text}</span>
    </p>
  );
}
