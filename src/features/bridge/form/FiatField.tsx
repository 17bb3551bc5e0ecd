import type { Form } from '../../../domain/form.ts';
import { readFiatText } from '../../../domain/readFiatText.ts';
import { currencySymbol } from '../../../words/displayFiat.ts';
import { quoteWords } from '../../../words/quote/quoteWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { useFiat } from '../quote/useFiat.ts';
import { AmountInput } from './AmountInput.tsx';
import { FIAT_LINE_ID } from './amountTexts.ts';
import styles from './FiatField.module.css';

type Props = {
  readonly form: Form;
  readonly fiatText: string;
  readonly onFiat: (text: string) => void;
};

/** A field for a value in a currency. The line below it shows the amount of the token that the app builds. */
export function FiatField({ form, fiatText, onFiat }: Props) {
  const { t } = useWords(quoteWords);
  const { locale } = useFiat();
  const { fiatPrice: price, route } = form;
  const isRead = price !== null && readFiatText(fiatText, price, route.originToken.decimals).kind === 'amount';
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
          onChange={onFiat}
        />
      </div>
    </div>
  );
}
