import type { Amount } from '#shared/amount.ts';
import type { Journey } from '../../domain/verdict/journey.ts';
import type { Places } from '../../ui/verdict/verdictText.ts';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './ReceiptCard.module.css';
import type { LookedUp } from './useLookup.ts';

type Props = { readonly found: LookedUp; readonly journey: Journey; readonly places: Places };

/** The amount that counts: received, refunded, or so far only deposited. */
export function ReceiptSum({ found: { verdict, delivery, refund }, journey, places }: Props) {
  const { t, sum } = useWords(receiptsWords);
  const { origin: chain, destination } = places;
  if (delivery) {
    const { received, sent, tokenName } = delivery;
    // The amount on the chain takes precedence over the reported amount.
    const amount = verdict.kind === 'delivered' ? { ...received, amount: verdict.received } : received;
    return (
      <Sum
        amount={amount}
        tokenName={tokenName}
        text={t('receivedFor', { destination, sent: sum(sent, tokenName), origin: chain })}
      />
    );
  }
  if (verdict.kind === 'refunded' && refund) {
    const { deposit, token } = refund;
    const deposited = sum({ amount: deposit.amount, decimals: token.decimals }, token.name);
    const amount = { amount: verdict.refunded, decimals: token.decimals };
    return <Sum amount={amount} tokenName={token.name} text={t('refundedFor', { chain, deposited })} />;
  }
  if (journey.sent === null || journey.tokenName === null) return null;
  return <Sum amount={journey.sent} tokenName={journey.tokenName} text={t('depositedFor', { chain, destination })} />;
}

type SumProps = { readonly amount: Amount; readonly tokenName: string; readonly text: string };

function Sum({ amount: value, tokenName, text }: SumProps) {
  const { amount } = useWords(receiptsWords);
  return (
    <p className={styles.sum}>
      <strong>{amount(value)}</strong> {tokenName}
      <span>{text}</span>
    </p>
  );
}
