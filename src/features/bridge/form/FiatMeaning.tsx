import { parseAmount } from '#shared/amount.ts';
import type { FiatPrice } from '../../../domain/fiat.ts';
import type { Route } from '../../../domain/registry.ts';
import { quoteWords } from '../../../words/quote/quoteWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './AmountLine.module.css';
import { AmountQuestion } from './AmountQuestion.tsx';
import { FIAT_LINE_ID } from './fiatLineId.ts';
import { amountTextFor, readFiatText } from './readFiatText.ts';

type Props = {
  readonly fiatText: string;
  readonly price: FiatPrice | null;
  readonly route: Route;
  readonly onFiat: (fiatText: string, amountText: string) => void;
};

/** The amount of the token that the app builds for a typed value, or why the value has none. */
export function FiatMeaning({ fiatText, price, route, onFiat }: Props) {
  const { t, amount, sum } = useWords(quoteWords);
  const { tokenName } = route.pair;
  const { decimals } = route.originToken;
  if (!price) return <Problem text={t('noPrice', { token: tokenName })} />;
  const reading = readFiatText(fiatText, price, decimals);
  switch (reading.kind) {
    case 'unreadable':
      return <Problem text={t('amountNotDecimal', { example: amount({ amount: 12_505n, decimals: 1 }) })} />;
    case 'tooSmall':
      return <Problem text={t('fiatTooSmall')} />;
    case 'ambiguous': {
      const { whole, decimal } = reading;
      // With another digit after its mark, the value has one meaning.
      const choose = (plain: string) => {
        const text = plain === decimal ? `${plain}0` : plain;
        onFiat(text, amountTextFor(text, price, decimals));
      };
      return <AmountQuestion {...{ whole, decimal }} tokenName={price.currency} onChoose={choose} />;
    }
    case 'amount': {
      const read = parseAmount(reading.text, decimals);
      return (
        <span id={FIAT_LINE_ID} className={styles.value}>
          {read.ok ? sum({ amount: read.amount, decimals }, tokenName) : null}
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
