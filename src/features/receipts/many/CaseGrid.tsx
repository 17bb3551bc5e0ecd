import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { CaseRow } from '../../../domain/desk/caseRow.ts';
import type { SortBy, TableOrder } from '../../../domain/desk/caseTable.ts';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { CaseLine, KEYS_ID } from './CaseLine.tsx';
import { firstOrder } from './firstOrder.ts';
import styles from './table.module.css';

const COLUMNS: readonly SortBy[] = ['verdict', 'listed', 'amount', 'sent', 'duration'];
const ARROWS = { none: '', ascending: '↑', descending: '↓' } as const;
const LINE_HEIGHT = { wide: 57, narrow: 89 };
const OVERSCAN = 8;

type Props = {
  readonly rows: readonly CaseRow[];
  readonly isWide: boolean;
  readonly order: TableOrder;
  readonly onOrder: (order: TableOrder) => void;
  readonly openKey: string | null;
  /** Null: a row opens its page. */
  readonly onOpen: ((key: string) => void) | null;
};

/** The rows in sight. The arrow keys move through all of them. */
export function CaseGrid({ rows, isWide, order, onOrder, openKey, onOpen }: Props) {
  const { t } = useWords(deskTableWords);
  const list = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = Math.max(
    0,
    rows.findIndex(({ key }) => key === activeKey),
  );
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isWide ? LINE_HEIGHT.wide : LINE_HEIGHT.narrow),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
    // The active row has the focus, so it stays in the document.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), active])].sort((a, b) => a - b),
  });

  // What stands above the list changes its height while answers come.
  useLayoutEffect(() => {
    const measured = Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    if (measured !== top) setTop(measured);
  });

  function move(event: KeyboardEvent): void {
    const target = nextRow(event.key, active, rows.length);
    const row = target === null ? undefined : rows[target];
    if (target === null || !row || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setActiveKey(row.key);
    virtualizer.scrollToIndex(target, { align: 'auto' });
    // The row is in the document after the next drawing.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row="${row.key}"] a`)?.focus());
  }

  return (
    <div className={`${styles.table} ${openKey === null ? '' : styles.narrow}`}>
      <p className="visuallyHidden" id={KEYS_ID}>
        {t('keys')}
      </p>
      {/* Rows beyond the window are not in the document, so that the table tells how many there are. */}
      <table aria-label={t('table')} aria-rowcount={rows.length + 1}>
        {isWide ? <Headings order={order} onOrder={onOrder} /> : null}
        <tbody ref={list} className={styles.rows} style={{ height: virtualizer.getTotalSize() }} onKeyDown={move}>
          {virtualizer.getVirtualItems().map((place) => {
            const row = rows[place.index];
            return row ? (
              <tr
                key={row.key}
                ref={virtualizer.measureElement}
                data-index={place.index}
                data-row={row.key}
                aria-rowindex={place.index + 2}
                className={`${styles.line} ${row.key === openKey ? styles.open : ''}`}
                style={{ transform: `translateY(${place.start - top}px)` }}
              >
                <CaseLine
                  row={row}
                  isWide={isWide}
                  isOpen={row.key === openKey}
                  isActive={place.index === active}
                  onOpen={onOpen}
                  onFocus={setActiveKey}
                />
              </tr>
            ) : null;
          })}
        </tbody>
      </table>
    </div>
  );
}

function nextRow(key: string, active: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(count - 1, active + 1);
    case 'ArrowUp':
      return Math.max(0, active - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

function Headings({ order, onOrder }: Pick<Props, 'order' | 'onOrder'>) {
  const { t } = useWords(deskTableWords);
  const isUnsorted = order.by === 'listed' && !order.isDescending;
  const directionOf = (by: SortBy) =>
    order.by !== by || isUnsorted ? 'none' : order.isDescending ? 'descending' : 'ascending';
  return (
    <thead className={styles.head}>
      <tr className={styles.line} aria-rowindex={1}>
        {COLUMNS.map((by) => (
          <th key={by} scope="col" aria-sort={directionOf(by)}>
            <button
              type="button"
              onClick={() => onOrder(order.by === by ? { by, isDescending: !order.isDescending } : firstOrder(by))}
            >
              {t(`col_${by}`)}
              <span aria-hidden="true">{ARROWS[directionOf(by)]}</span>
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}
