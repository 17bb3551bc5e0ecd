import type { QuoteWords } from '../i18n/quote/quoteWords.ts';
import { quoteWords } from '../i18n/quote/quoteWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { lazyPart } from '../ui/lazyPart.tsx';
import type { Form } from './model/form.ts';
import { readAmountEntry } from './model/readAmountText.ts';
import type { EntryProblem } from './model/readIntent.ts';
import { entryDecimals } from './model/readIntent.ts';
import type { Readiness } from './model/readiness.ts';
import styles from './Panel.module.css';

export function AmountProblemLine({ form, readiness, onChoose }: Props) {
  const words = useWords(quoteWords);
  const reading = readAmountEntry(form);
  if (readiness.kind === 'amountProblem' && readiness.problem === 'ambiguous' && reading.kind === 'ambiguous') {
    const { whole, decimal } = reading;
    return <AmountQuestion {...{ whole, decimal, onChoose }} tokenName={form.route.pair.tokenName} />;
  }
  return (
    <span className={styles.problem} role="alert">
      {problemText(form, readiness, words)}
    </span>
  );
}

type TokenUnit = { readonly name: string; readonly decimals: number };

function amountProblemText(problem: Exclude<EntryProblem, 'ambiguous'>, token: TokenUnit, words: QuoteWords): string {
  const { t, amount } = words;
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
  }
}

const AmountQuestion = lazyPart(async () => (await import('./AmountQuestion.tsx')).AmountQuestion, 'line');

type Props = {
  readonly form: Form;
  readonly readiness: Readiness;
  readonly onChoose: (plain: string) => void;
};

/** What is wrong with the amount: its text, the limits of the route, or the balance. Null where it is fine. */
function problemText(form: Form, readiness: Readiness, words: QuoteWords): string | null {
  const { t, amount, sum } = words;
  const { route, entry } = form;
  const { decimals, name } = route.originToken;
  switch (readiness.kind) {
    case 'amountProblem':
      return readiness.problem === 'ambiguous'
        ? null
        : amountProblemText(readiness.problem, { name, decimals: entryDecimals(form) }, words);
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
