import { parseAmount } from '#shared/amount.ts';
import type { Form } from '../../../domain/form.ts';
import { readFiatText } from '../../../domain/readFiatText.ts';
import { quoteWords } from '../../../words/quote/quoteWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './AmountLine.module.css';
import { AmountQuestion } from './AmountQuestion.tsx';
import { FIAT_LINE_ID } from './fiatLineId.ts';

type Props = {
  readonly form: Form;
  readonly fiatText: string;
  readonly onFiat: (text: string) => void;
};

/** The amount of the token that the app builds for a typed value, or why the value has none. */
export function FiatMeaning({ form, fiatText, onFiat }: Props) {
  const { t, amount, sum } = useWords(quoteWords);
  const { tokenName } = form.route.pair;
  const { decimals } = form.route.originToken;
  if (!form.fiatPrice) return <Problem text={t('noPrice', { token: tokenName })} />;
  const reading = readFiatText(fiatText, form.fiatPrice, decimals);
  switch (reading.kind) {
    case 'unreadable':
      return <Problem text={t('amountNotDecimal', { example: amount({ amount: 12_505n, decimals: 1 }) })} />;
    case 'tooSmall':
      return <Problem text={t('fiatTooSmall')} />;
    case 'ambiguous': {
      const { whole, decimal } = reading;
      // With another digit after its mark, the value has one meaning.
      const choose = (plain: string) => onFiat(plain === decimal ? `${plain}0` : plain);
      return <AmountQuestion {...{ whole, decimal }} tokenName={form.fiatPrice.currency} onChoose={choose} />;
    }
    case 'amount': {
      // Of the form, as the build: what the reading gives may have another price.
      const built = parseAmount(form.amountText, decimals);
      const shown = built.ok ? sum({ amount: built.amount, decimals }, tokenName) : null;
      return (
        <span id={FIAT_LINE_ID} className={styles.value} role="status">
          {shown && form.isPriceNew ? t('atNewPrice', { sum: shown }) : shown}
        </span>
      );
    }
  }
}

function Problem({ text }: { text: string }) {
  return (
    <span id={FIAT_LINE_ID} className={styles.problem} role="alert">
      {text}
    </span>
  );
}
