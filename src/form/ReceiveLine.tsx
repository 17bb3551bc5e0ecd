import type { Route } from '../config/registry.ts';
import { quoteWords } from '../i18n/quote/quoteWords.ts';
import { useWords } from '../i18n/useWords.ts';
import styles from './AmountLine.module.css';
import { useFiat } from './quote/useFiat.ts';

type Props = {
  readonly route: Route;
  /** In base units of the destination token; null without a quote. */
  readonly receive: bigint | null;
};

/** The value of what arrives. A screen reader hears the amount with each new quote. */
export function ReceiveLine({ route: { pair, destinationToken }, receive }: Props) {
  const { t, sum } = useWords(quoteWords);
  const { priceOf, show } = useFiat();
  const price = priceOf(pair.destination.price);
  const amount = receive === null ? null : { amount: receive, decimals: destinationToken.decimals };
  return (
    <>
      <span className={styles.value}>{amount && price ? t('aboutValue', { value: show(amount, price) }) : null}</span>
      <output className="visuallyHidden">
        {amount ? t('recipientGets', { sum: sum(amount, pair.tokenName) }) : null}
      </output>
    </>
  );
}
