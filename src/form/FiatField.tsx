import { currencySymbol } from '../i18n/displayFiat.ts';
import { quoteWords } from '../i18n/quote/quoteWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { AmountInput } from './AmountInput.tsx';
import { FIAT_LINE_ID } from './amountTexts.ts';
import styles from './FiatField.module.css';
import { readFiatText } from './model/fiat.ts';
import type { Form } from './model/form.ts';
import { useFiat } from './quote/useFiat.ts';

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
