import { formatAmount } from '#shared/amount.ts';
import type { FiatPrice } from '../../../domain/fiat.ts';
import { FIAT_DECIMALS, fiatOf } from '../../../domain/fiat.ts';
import type { Form, FormAction } from '../../../domain/form.ts';
import { readFiatText } from '../../../domain/readFiatText.ts';
import { TextButton } from '../../../ui/TextButton.tsx';
import { digitsOf, fiatDigits } from '../../../words/displayFiat.ts';
import { quoteWords } from '../../../words/quote/quoteWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { useFiat } from '../quote/useFiat.ts';
import styles from './AmountLine.module.css';
import { FiatMeaning } from './FiatMeaning.tsx';

type Props = {
  readonly form: Form;
  /** What the field holds, in base units; null without an amount. */
  readonly amount: bigint | null;
  readonly hasProblem: boolean;
  readonly dispatch: (action: FormAction) => void;
};

/** The value of the amount, or the amount for a typed value, with a button for the other unit. */
export function SendLine({ form, amount, hasProblem, dispatch }: Props) {
  const { t, editable } = useWords(quoteWords);
  const { priceOf, show } = useFiat();
  const { pair, originToken } = form.route;
  const price = priceOf(pair.origin.price);
  const { decimals } = originToken;

  if (form.fiatText !== null) {
    const { fiatText, fiatPrice } = form;
    const onFiat = (text: string) => dispatch({ type: 'fiatTyped', text });
    const onToken = () => dispatch({ type: 'amountChosen', entry: 'send', text: form.amountText });
    // The question which value it is needs the whole line.
    const isAsking = fiatPrice && readFiatText(fiatText, fiatPrice, decimals).kind === 'ambiguous';
    return (
      <>
        {hasProblem ? null : <FiatMeaning {...{ form, fiatText, onFiat }} />}
        {isAsking ? null : <TextButton onClick={onToken}>{t('enterUnit', { unit: pair.tokenName })}</TextButton>}
      </>
    );
  }
  if (hasProblem) return null;
  if (!price) return amount === null ? null : <span>{t('noPrice', { token: pair.tokenName })}</span>;

  // The amount stays. Only the next typed value or another price changes it.
  function enterFiat(current: FiatPrice) {
    if (amount === null) return dispatch({ type: 'fiatTyped', text: '' });
    const value = { amount: fiatOf({ amount, decimals }, current), decimals: FIAT_DECIMALS };
    const text = editable(fiatDigits(value, digitsOf(current.currency)));
    dispatch({ type: 'fiatShown', text, amountText: formatAmount({ amount, decimals }), price: current });
  }
  return (
    <>
      <span className={styles.value}>
        {amount === null ? null : t('aboutValue', { value: show({ amount, decimals }, price) })}
      </span>
      <TextButton onClick={() => enterFiat(price)}>{t('enterUnit', { unit: price.currency })}</TextButton>
    </>
  );
}
