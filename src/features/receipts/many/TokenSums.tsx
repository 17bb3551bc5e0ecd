import type { TokenTotal } from '../../../domain/desk/caseTable.ts';
import ui from '../../../ui/ui.module.css';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './table.module.css';

/** What the shown cases add up to, for each token. */
export function TokenSums({ totals }: { readonly totals: readonly TokenTotal[] }) {
  const { t, sum } = useWords(deskTableWords);
  if (totals.length === 0) return null;
  return (
    <ul className={`${ui.row} ${ui.note} ${ui.numbers} ${styles.sums}`} aria-label={t('sums')}>
      {totals.map(({ tokenName, sent, received }) => (
        <li key={tokenName} className={ui.row}>
          <span>{t('sumSent', { sum: sum(sent, tokenName) })}</span>
          <span>{t('sumReceived', { sum: sum(received, tokenName) })}</span>
        </li>
      ))}
    </ul>
  );
}
