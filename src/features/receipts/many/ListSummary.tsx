import type { CaseList } from '../../../domain/desk/caseList.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';

/** Lines beyond these help no reader. */
const MOST_LINES = 20;

/** What a file contained, so that nothing is dropped silently. */
export function ListSummary({ list }: { readonly list: CaseList }) {
  const { t, allOf } = useWords(deskTableWords);
  const { cases, columns, repeated, withoutHash, leftOut } = list;
  const numbers = withoutHash.slice(0, MOST_LINES).map(String);
  const lines = withoutHash.length > MOST_LINES ? `${numbers.join(', ')}, …` : allOf(numbers);
  return (
    <Notice tone={withoutHash.length + leftOut > 0 ? 'warning' : 'info'}>
      <p>{t('list_read', { count: cases.length })}</p>
      {columns.length > 0 ? <p>{t('list_columns', { columns: allOf(columns) })}</p> : null}
      {repeated > 0 ? <p>{t('list_repeated', { count: repeated })}</p> : null}
      {withoutHash.length > 0 ? <p>{t('list_withoutHash', { count: withoutHash.length, lines })}</p> : null}
      {leftOut > 0 ? <p>{t('list_leftOut', { count: leftOut })}</p> : null}
    </Notice>
  );
}
