import type { RowOutcome } from '../../../tracking/importTransfers.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { exchangeWords } from '../../../words/exchange/exchangeWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './ExchangeDialog.module.css';
import { outcomeText } from './outcomeText.ts';

/** A list beyond this helps no reader. */
const MAX_LINES = 100;

/** How many transfers an import added, and why it refused the others. */
export function ImportResult({ outcomes }: { readonly outcomes: readonly RowOutcome[] }) {
  const words = useWords(exchangeWords);
  const { t } = words;
  const count = (kind: RowOutcome['outcome']['kind']) => outcomes.filter(({ outcome }) => outcome.kind === kind).length;
  const refused = outcomes.flatMap(({ row, outcome }) => (outcome.kind === 'refused' ? [{ row, outcome }] : []));
  return (
    <Notice tone={refused.length === 0 ? 'good' : 'warning'} title={t('imported', { count: count('added') })}>
      {count('known') > 0 ? <p>{t('alreadyHere', { count: count('known') })}</p> : null}
      {count('added') > 0 ? <p>{t('verifiedAgain')}</p> : null}
      {refused.length > 0 ? (
        <>
          <p>{t('refusedRows', { count: refused.length })}</p>
          <ol className={styles.refused}>
            {refused.slice(0, MAX_LINES).map(({ row, outcome }) => (
              <li key={row}>{t('refusedRow', { row: `${row}`, reason: outcomeText(outcome, words) })}</li>
            ))}
          </ol>
        </>
      ) : null}
    </Notice>
  );
}
