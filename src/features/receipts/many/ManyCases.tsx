import type { ReactNode } from 'react';
import { useState } from 'react';
import type { HashItem, ListedCase } from '../../../domain/desk/caseList.ts';
import type { RowKind } from '../../../domain/desk/caseRow.ts';
import type { TableOrder } from '../../../domain/desk/caseTable.ts';
import {
  countKinds,
  filterRows,
  LISTED_ORDER,
  rowsOfWallet,
  sortRows,
  totalTokens,
} from '../../../domain/desk/caseTable.ts';
import type { Case } from '../../../domain/desk/judge.ts';
import type { CaseTable } from '../../../tracking/desk/createCaseTable.ts';
import { Button } from '../../../ui/Button.tsx';
import ui from '../../../ui/ui.module.css';
import { useIsWide } from '../../../ui/useIsWide.ts';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { CaseAside } from './CaseAside.tsx';
import { CaseGrid } from './CaseGrid.tsx';
import { SortChoice } from './SortChoice.tsx';
import { TableProgress } from './TableProgress.tsx';
import type { SetLink } from './TableTools.tsx';
import { TableTools } from './TableTools.tsx';
import { TokenSums } from './TokenSums.tsx';
import styles from './table.module.css';
import { useCaseRows, useCaseTable } from './useCaseTable.ts';
import { VerdictFilter } from './VerdictFilter.tsx';

type Props = {
  /** Names the list while it grows. */
  readonly id: string;
  readonly cases: readonly ListedCase[];
  /** The names of the cells beside the hashes. */
  readonly columns: readonly string[];
  /** Null where the address of the page names the list. */
  readonly link: SetLink | null;
  /** Whose cases these are. Absent for hashes that a person listed. */
  readonly account?: string;
  /** Deposits of these transactions are left out, and payments of them. */
  readonly shownElsewhere?: ReadonlySet<string>;
  /** The answer about one hash, for the place beside the table. Null: a row opens its page. */
  readonly renderAnswer: ((item: HashItem) => ReactNode) | null;
};

/** A table of many hashes that fills as answers come. */
export function ManyCases({ id, cases, ...props }: Props) {
  const table = useCaseTable(id, cases);
  return table ? <LoadedTable table={table} {...props} /> : null;
}

function LoadedTable({
  table,
  columns,
  link,
  account,
  shownElsewhere,
  renderAnswer,
}: Omit<Props, 'id' | 'cases'> & { readonly table: CaseTable<Case> }) {
  const { t } = useWords(deskTableWords);
  const isWide = useIsWide();
  const all = useCaseRows(table);
  const rows = account === undefined ? all : rowsOfWallet(all, account, shownElsewhere);
  const [kind, setKind] = useState<RowKind | null>(null);
  const [order, setOrder] = useState<TableOrder>(LISTED_ORDER);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const shown = sortRows(filterRows(rows, kind), order);
  const open = isWide ? (rows.find(({ key }) => key === openKey) ?? null) : null;
  // The focus goes back to the row, wherever it was in the answer.
  const close = () => {
    if (open) document.querySelector<HTMLElement>(`[data-row="${open.key}"] a`)?.focus();
    setOpenKey(null);
  };
  return (
    <section className={`${ui.stack} ${styles.many}`} aria-label={t('table')}>
      <TableProgress table={table} />
      <VerdictFilter counts={countKinds(rows)} total={rows.length} kind={kind} onChange={setKind} />
      <TokenSums totals={totalTokens(shown)} />
      <div className={ui.row}>
        {isWide ? null : <SortChoice order={order} onChange={setOrder} />}
        <TableTools table={table} rows={rows} shown={shown} columns={columns} link={link} />
      </div>
      {shown.length === 0 && kind !== null ? (
        <p className={`${ui.row} ${ui.note}`}>
          {t('noRows')} <Button onClick={() => setKind(null)}>{t('showAll')}</Button>
        </p>
      ) : null}
      <div className={open ? styles.withAnswer : undefined}>
        <CaseGrid
          rows={shown}
          {...{ isWide, order, onOrder: setOrder, openKey: open?.key ?? null }}
          onOpen={renderAnswer ? setOpenKey : null}
        />
        {open && renderAnswer ? (
          <CaseAside key={open.listed.hash} item={open.listed} onClose={close}>
            {renderAnswer(open.listed)}
          </CaseAside>
        ) : null}
      </div>
    </section>
  );
}
