import type { Route } from '../../../domain/registry.ts';
import { currencySymbol } from '../../../words/displayFiat.ts';
import { quoteWords } from '../../../words/quote/quoteWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { useFiat } from '../quote/useFiat.ts';
import { AmountInput } from './AmountInput.tsx';
import styles from './FiatField.module.css';
import { FIAT_LINE_ID } from './fiatLineId.ts';
import { amountTextFor, readFiatText } from './readFiatText.ts';

type Props = {
  readonly route: Route;
  readonly fiatText: string;
  readonly onFiat: (fiatText: string, amountText: string) => void;
};

/** A field for a value in a currency. The line below it shows the amount of the token that the app builds. */
export function FiatField({ route, fiatText, onFiat }: Props) {
  const { t } = useWords(quoteWords);
  const { priceOf, locale } = useFiat();
  const price = priceOf(route.pair.origin.price);
  const { decimals } = route.originToken;
  const isRead = price !== null && readFiatText(fiatText, price, decimals).kind === 'amount';
  const currency = price?.currency ?? '';
  return (
    <div className={styles.field}>
      <span className={styles.symbol} aria-hidden="true">
        {currencySymbol(currency, locale)}
      </span>
      <div className={styles.room}>
        <AmountInput
          name={t('amountIn', { currency })}
          text={fiatText}
          problemId={isRead ? null : FIAT_LINE_ID}
          hasFocus
          onChange={(text) => onFiat(text, amountTextFor(text, price, decimals))}
        />
      </div>
    </div>
  );
}
