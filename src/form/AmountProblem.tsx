import { useId } from 'react';
import { parseAmount } from '#shared/amount.ts';
import type { Texts } from '../i18n/texts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Digits } from '../ui/Digits.tsx';
import type { Form } from './model/form.ts';
import { readAmountEntry } from './model/readAmountText.ts';
import type { EntryProblem } from './model/readIntent.ts';
import { entryDecimals } from './model/readIntent.ts';
import type { Readiness } from './model/readiness.ts';
import styles from './panel.module.css';
import rest from './restOfForm.module.css';

type Props = {
  readonly form: Form;
  readonly readiness: Readiness;
  readonly onChoose: (plain: string) => void;
};

export function AmountProblemLine({ form, readiness, onChoose }: Props) {
  const texts = useTexts('app');
  const reading = readAmountEntry(form, form.route.pair.tokenName);
  if (readiness.kind === 'amountProblem' && readiness.problem === 'ambiguous' && reading.kind === 'ambiguous') {
    const { whole, decimal } = reading;
    return <AmountQuestion {...{ whole, decimal, onChoose }} tokenName={form.route.pair.tokenName} />;
  }
  return (
    <span className={styles.problem}>
      <Digits text={amountProblem(form, readiness, texts) ?? ''} />
    </span>
  );
}

type TokenUnit = { readonly name: string; readonly decimals: number };

function entryProblemText(problem: EntryProblem, token: TokenUnit, texts: Texts<'app'>): string {
  const { t, amount } = texts;
  switch (problem) {
    case 'empty':
      return t('amountEmpty');
    case 'notDecimal':
      return t('amountNotDecimal', { example: amount({ amount: 12_505n, decimals: 1 }) });
    case 'tooManyDecimals':
      return t('amountTooManyDecimals', { token: token.name, decimals: `${token.decimals}` });
    case 'tooLarge':
      return t('amountTooLarge');
    case 'zero':
      return t('amountZero');
    case 'ambiguous':
      return t('whichAmount');
  }
}

/** What is wrong with the amount: its text, the route's limits, or the balance. Null if nothing is. */
export function amountProblem(form: Form, readiness: Readiness, texts: Texts<'app'>): string | null {
  const { t, amount, sum } = texts;
  const { route, entry } = form;
  const { decimals, name } = route.originToken;
  switch (readiness.kind) {
    case 'amountProblem':
      return entryProblemText(readiness.problem, { name, decimals: entryDecimals(form) }, texts);
    case 'refused': {
      if (readiness.reason !== 'amountOutOfRange') return null;
      const [min, max] = [readiness.min ?? route.pair.min, readiness.max ?? route.pair.max];
      return t(entry === 'send' ? 'amountOutOfRange' : 'sendOutOfRange', {
        min: amount(min),
        max: sum(max, route.pair.tokenName),
      });
    }
    case 'balanceTooLow':
      return t('balanceTooLow', {
        missing: sum({ amount: readiness.missing, decimals }, route.pair.tokenName),
        chain: route.origin.name,
      });
    default:
      return null;
  }
}

type QuestionProps = {
  /** The two meanings, as plain decimals: "1234" and "1.234". */
  readonly whole: string;
  readonly decimal: string;
  readonly tokenName: string;
  readonly onChoose: (plain: string) => void;
};

/** Three digits follow the only mark of an ambiguous amount. */
const DECIMALS = 3;

/** Asks which of two meanings a typed amount has. One is a thousand times the other, so the app never guesses. */
export function AmountQuestion({ whole, decimal, tokenName, onChoose }: QuestionProps) {
  const { t, amount, sum } = useTexts('app');
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
    <fieldset className={rest.question} aria-labelledby={questionId}>
      <span id={questionId}>{t('whichAmount')}</span>
      <button type="button" onClick={() => onChoose(whole)}>
        <Digits text={show(large)} />
      </button>
      <button type="button" onClick={() => onChoose(decimal)}>
        <Digits
          text={
            isBetween
              ? t('amountBetween', {
                  sum: show(small),
                  low: amount({ amount: below, decimals: DECIMALS }),
                  high: amount({ amount: below + unit, decimals: DECIMALS }),
                })
              : show(small)
          }
        />
      </button>
    </fieldset>
  );
}
