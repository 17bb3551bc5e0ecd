import type { Amount } from '#shared/amount.ts';
import type { TokenPrice } from '#shared/wire/pairs.ts';
import { quoteWords } from '../../i18n/quote/quoteWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { RollingDigits } from '../../ui/RollingDigits.tsx';
import styles from './SumWithValue.module.css';
import { useFiat } from './useFiat.ts';

type Props = {
  readonly amount: Amount;
  readonly tokenName: string;
  readonly price: TokenPrice | null;
  /** Whether the amount is an upper bound. */
  readonly isBound?: boolean;
};

/** An amount, with its value where the service states a current price. */
export function SumWithValue({ amount, tokenName, price, isBound = false }: Props) {
  const { t, sum } = useWords(quoteWords);
  const { priceOf, show } = useFiat();
  const current = priceOf(price);
  const shown = sum(amount, tokenName);
  return (
    <span className={styles.both}>
      <span>{isBound ? t('atMost', { sum: shown }) : <RollingDigits text={shown} />}</span>
      {current ? <span className={styles.value}>{show(amount, current)}</span> : null}
    </span>
  );
}
