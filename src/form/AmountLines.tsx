import { formatAmount, parseAmount } from '#shared/amount.ts';
import type { Route } from '../config/registry.ts';
import { currencySymbol, digitsOf, fiatDigits } from '../i18n/displayFiat.ts';
import type { Texts } from '../i18n/texts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import type { FiatPrice } from '../lib/fiatPrice.ts';
import { FIAT_DECIMALS, fiatOf } from '../lib/fiatPrice.ts';
import { TextButton } from '../ui/Button.tsx';
import { Digits } from '../ui/Digits.tsx';
import { useFiat } from '../ui/useFiat.ts';
import { AmountInput } from './AmountInput.tsx';
import { AmountQuestion } from './AmountProblem.tsx';
import { readFiatText } from './model/fiat.ts';
import type { Form, FormAction } from './model/form.ts';
import styles from './restOfForm.module.css';

type SendLineProps = {
  readonly form: Form;
  /** The field's amount in base units; null without one. */
  readonly amount: bigint | null;
  readonly hasProblem: boolean;
  readonly dispatch: (action: FormAction) => void;
};

/** The amount's value, or the amount for a typed value, with a button for the other unit. */
export function SendLine({ form, amount, hasProblem, dispatch }: SendLineProps) {
  const { t, editable } = useTexts('app');
  const { priceOf, show } = useFiat();
  const { pair, originToken } = form.route;
  const price = priceOf(pair.origin.price);
  const { decimals } = originToken;

  if (form.fiatText !== null) {
    const { fiatText, fiatPrice } = form;
    const onFiat = (text: string) => dispatch({ type: 'fiatTyped', text });
    const onToken = () => dispatch({ type: 'amountChosen', entry: 'send', text: form.amountText });
    // The question about which value is meant needs the whole line.
    const isAsking = fiatPrice && readFiatText(fiatText, fiatPrice, decimals).kind === 'ambiguous';
    return (
      <>
        {hasProblem ? null : <FiatLine {...{ form, fiatText, onFiat }} />}
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
        {amount === null ? null : <Digits text={t('aboutValue', { value: show({ amount, decimals }, price) })} />}
      </span>
      <TextButton onClick={() => enterFiat(price)}>{t('enterUnit', { unit: price.currency })}</TextButton>
    </>
  );
}

/** The token amount that the app builds for a typed value, or why the value has none. */
export type FiatMeaning =
  | { readonly kind: 'amount' | 'problem'; readonly text: string }
  | { readonly kind: 'ambiguous'; readonly text: string; readonly whole: string; readonly decimal: string };

export function fiatMeaning(form: Form, fiatText: string, { t, amount, sum }: Texts<'app'>): FiatMeaning {
  const { tokenName } = form.route.pair;
  const { decimals } = form.route.originToken;
  if (!form.fiatPrice) return { kind: 'problem', text: t('noPrice', { token: tokenName }) };
  const reading = readFiatText(fiatText, form.fiatPrice, decimals);
  switch (reading.kind) {
    case 'unreadable':
      return { kind: 'problem', text: t('amountNotDecimal', { example: amount({ amount: 12_505n, decimals: 1 }) }) };
    case 'tooSmall':
      return { kind: 'problem', text: t('fiatTooSmall') };
    case 'ambiguous':
      return { ...reading, text: t('whichAmount') };
    case 'amount': {
      // From the form, like the build: the reading may use another price.
      const built = parseAmount(form.amountText, decimals);
      const shown = built.ok ? sum({ amount: built.amount, decimals }, tokenName) : '';
      return { kind: 'amount', text: shown !== '' && form.isPriceNew ? t('atNewPrice', { sum: shown }) : shown };
    }
  }
}

type FiatLineProps = {
  readonly form: Form;
  readonly fiatText: string;
  readonly onFiat: (text: string) => void;
};

function FiatLine({ form, fiatText, onFiat }: FiatLineProps) {
  const meaning = fiatMeaning(form, fiatText, useTexts('app'));
  if (meaning.kind === 'ambiguous') {
    const { whole, decimal } = meaning;
    // With one more digit after its mark, the value has one meaning.
    const choose = (plain: string) => onFiat(plain === decimal ? `${plain}0` : plain);
    return <AmountQuestion {...{ whole, decimal }} tokenName={form.fiatPrice?.currency ?? ''} onChoose={choose} />;
  }
  return (
    <span id={FIAT_LINE_ID} className={meaning.kind === 'problem' ? styles.problem : styles.value}>
      <Digits text={meaning.text} />
    </span>
  );
}

type ReceiveLineProps = {
  readonly route: Route;
  /** In base units of the destination token; null without a quote. */
  readonly receive: bigint | null;
};

/** The value of what arrives. */
export function ReceiveLine({ route: { pair, destinationToken }, receive }: ReceiveLineProps) {
  const { t } = useTexts('app');
  const { priceOf, show } = useFiat();
  const price = priceOf(pair.destination.price);
  const amount = receive === null ? null : { amount: receive, decimals: destinationToken.decimals };
  return (
    <span className={styles.value}>
      {amount && price ? <Digits text={t('aboutValue', { value: show(amount, price) })} /> : null}
    </span>
  );
}

type FiatFieldProps = {
  readonly form: Form;
  readonly fiatText: string;
  readonly onFiat: (text: string) => void;
  readonly onEnter: (() => void) | null;
};

/** A field for a value in a currency. The line below it shows the token amount that the app builds. */
export function FiatField({ form, fiatText, onFiat, onEnter }: FiatFieldProps) {
  const { t } = useTexts('app');
  const { locale } = useFiat();
  const { fiatPrice: price, route } = form;
  const isRead = price !== null && readFiatText(fiatText, price, route.originToken.decimals).kind === 'amount';
  const currency = price?.currency ?? '';
  return (
    <div className={styles.fiatField}>
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
          onEnter={onEnter}
        />
      </div>
    </div>
  );
}

/** The line below the field explains what is wrong with the value. */
const FIAT_LINE_ID = 'fiatLine';
