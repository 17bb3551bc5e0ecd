import type { SortBy, TableOrder } from '../../../domain/desk/caseTable.ts';
import { SORTS } from '../../../domain/desk/caseTable.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { firstOrder } from './firstOrder.ts';
import styles from './ManyCases.module.css';

type Props = { readonly order: TableOrder; readonly onChange: (order: TableOrder) => void };

/** The order of the rows where the table has no headings to press. */
export function SortChoice({ order, onChange }: Props) {
  const { t } = useWords(deskTableWords);
  return (
    <span className={styles.sort}>
      <select
        aria-label={t('sort')}
        value={order.by}
        onChange={({ target }) => onChange(firstOrder(SORTS.find((by) => by === target.value) ?? 'listed'))}
      >
        {SORTS.map((by: SortBy) => (
          <option key={by} value={by}>
            {t(`sort_${by}`)}
          </option>
        ))}
      </select>
      <Icon name="chevron" size={16} />
    </span>
  );
}
