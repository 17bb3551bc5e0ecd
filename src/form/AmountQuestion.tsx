import { useId } from 'react';
import { parseAmount } from '#shared/amount.ts';
import { quoteWords } from '../i18n/quote/quoteWords.ts';
import { useWords } from '../i18n/useWords.ts';
import styles from './AmountQuestion.module.css';

type Props = {
  /** The two meanings, as plain decimals: "1234" and "1.234". */
  readonly whole: string;
  readonly decimal: string;
  readonly tokenName: string;
  readonly onChoose: (plain: string) => void;
};

/** Three digits follow the only mark of an ambiguous amount. */
const DECIMALS = 3;

/** Asks which of two meanings a typed amount has. One is a thousand times the other, so the app never guesses. */
export function AmountQuestion({ whole, decimal, tokenName, onChoose }: Props) {
  const { t, amount, sum } = useWords(quoteWords);
  const questionId = useId();
  const [large, small] = [whole, decimal].map((text) => {
    const parsed = parseAmount(text, DECIMALS);
    return parsed.ok ? parsed.amount : 0n;
  });
  const show = (value = 0n) => sum({ amount: value, decimals: DECIMALS }, tokenName);
  const unit = 10n ** BigInt(DECIMALS);
  const below = ((small ?? 0n) / unit) * unit;
  const isBetween = small !== below;
  return (
    <fieldset className={styles.question} aria-labelledby={questionId}>
      <span id={questionId} role="alert">
        {t('whichAmount')}
      </span>
      <button type="button" onClick={() => onChoose(whole)}>
        {show(large)}
      </button>
      <button type="button" onClick={() => onChoose(decimal)}>
        {isBetween
          ? t('amountBetween', {
              sum: show(small),
              low: amount({ amount: below, decimals: DECIMALS }),
              high: amount({ amount: below + unit, decimals: DECIMALS }),
            })
          : show(small)}
      </button>
    </fieldset>
  );
}
