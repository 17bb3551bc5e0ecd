import type { TableOrder } from '../../../domain/desk/caseTable.ts';
import { SORTS } from '../../../domain/desk/caseTable.ts';
import { Choice } from '../../../ui/Choice.tsx';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { firstOrder } from './firstOrder.ts';

type Props = { readonly order: TableOrder; readonly onChange: (order: TableOrder) => void };

/** The order of the rows where the table has no headings to press. */
export function SortChoice({ order, onChange }: Props) {
  const { t } = useWords(deskTableWords);
  return (
    <Choice
      label={t('sort')}
      value={order.by}
      options={SORTS.map((by) => ({ value: by, label: t(`sort_${by}`) }))}
      onChange={(value) => onChange(firstOrder(SORTS.find((by) => by === value) ?? 'listed'))}
    />
  );
}
