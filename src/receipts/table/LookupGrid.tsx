import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent, MouseEvent } from 'react';
import { memo, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Texts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { receiptPath } from '../../transfer/verdict/journey.ts';
import { Digits } from '../../ui/Digits.tsx';
import { Icon } from '../../ui/Icon.tsx';
import ui from '../../ui/ui.module.css';
import { useIsPrinting } from '../../ui/useMedia.ts';
import { rowTitle, rowTone } from '../lookupTitle.ts';
import type { JudgedDeposit } from '../model/judge.ts';
import { countedAmount } from '../model/judge.ts';
import type { LookupRow, SortBy, TableOrder } from '../model/lookupTable.ts';
import styles from './table.module.css';

type Props = {
  readonly rows: readonly LookupRow[];
  readonly isWide: boolean;
  readonly order: TableOrder;
  readonly onOrder: (order: TableOrder) => void;
  readonly openKey: string | null;
  /** Null: a row opens its page. */
  readonly onOpen: ((key: string) => void) | null;
};

/** Renders only the visible rows, but prints all of them. The arrow keys move through all rows. */
export function LookupGrid({ rows, isWide, order, onOrder, openKey, onOpen }: Props) {
  const { t } = useTexts('desk');
  const list = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = Math.max(
    0,
    rows.findIndex(({ key }) => key === activeKey),
  );
  const isPrinting = useIsPrinting();
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isWide ? LINE_HEIGHT.wide : LINE_HEIGHT.narrow),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
    // The active row has the focus, so it stays in the document.
    rangeExtractor: (range) =>
      isPrinting ? [...rows.keys()] : [...new Set([...defaultRangeExtractor(range), active])].sort((a, b) => a - b),
  });

  // Answers change the height of what is above the list.
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
    // The row is in the document after the next render.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row="${row.key}"] a`)?.focus());
  }

  return (
    <div className={`${styles.table} ${openKey === null ? '' : styles.narrow}`}>
      <p className="visuallyHidden" id={KEYS_ID}>
        {t('keys')}
      </p>
      {/* Rows beyond the window are not in the document, so the table states their number. */}
      <table aria-label={t('table')} aria-describedby={KEYS_ID} aria-rowcount={rows.length + 1}>
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
                <LookupLine
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

type LookupLineProps = {
  readonly row: LookupRow;
  readonly isWide: boolean;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  /** Null: a row opens its page. */
  readonly onOpen: ((key: string) => void) | null;
  readonly onFocus: (key: string) => void;
};

/** The id of the text that explains the keys. */
const KEYS_ID = 'deskTableKeys';

const isPlain = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;

/** The cells of a row. A table can have a thousand rows, so only a changed row renders again. */
const LookupLine = memo(function LookupLine({ row, isWide, isOpen, isActive, onOpen, onFocus }: LookupLineProps) {
  const texts = useTexts('desk');
  const { timestamp, elapsed } = texts;
  const { hash, chainId } = row.listed;
  const deposit = row.state === 'answered' ? row.deposit : null;
  const journey = deposit?.journey ?? null;
  const destination = journey?.destinationName ?? `${journey?.destinationId}`;
  const sentAtMs = deposit?.sentAtMs ?? null;
  const hashId = useId();
  const notes = row.state === 'answered' ? notesOf(row, texts) : [];
  return (
    <>
      <td className={styles.verdict}>
        <Link
          href={receiptPath(hash, chainId)}
          className={`${styles.title} ${ui[rowTone(row)]}`}
          tabIndex={isActive ? 0 : -1}
          aria-current={isOpen || undefined}
          // Rows with one verdict would sound alike.
          aria-describedby={hashId}
          onFocus={() => onFocus(row.key)}
          onClick={(event: MouseEvent) => {
            // A narrow screen has no place beside the table, and a new tab shows the page.
            if (!onOpen || !isWide || !isPlain(event)) return;
            event.preventDefault();
            onOpen(row.key);
          }}
        >
          {rowTitle(row, texts)}
        </Link>
        {notes.length > 0 ? <small>{notes.join(' · ')}</small> : null}
      </td>
      <td className={styles.hash}>
        <span id={hashId} dir="ltr" title={hash}>
          {hash.slice(0, 10)}…{hash.slice(-6)}
        </span>
        {journey ? (
          <small>
            {/* Without isolation, two Latin names keep their order in Arabic while the arrow turns around. */}
            <span aria-hidden="true">
              <bdi>{journey.originName}</bdi> <Icon name="arrow" size={12} /> <bdi>{destination}</bdi>
            </span>
            <span className="visuallyHidden">
              {texts.t('fromChainTo', { from: journey.originName, to: destination })}
            </span>
          </small>
        ) : null}
      </td>
      <td className={styles.amount}>{deposit ? <Sums one={deposit} texts={texts} /> : null}</td>
      <td className={styles.time}>
        {sentAtMs === null ? null : <time dateTime={new Date(sentAtMs).toISOString()}>{timestamp(sentAtMs)}</time>}
      </td>
      <td className={styles.duration}>{deposit?.seconds ? elapsed(deposit.seconds) : ''}</td>
    </>
  );
});

/** The paid or refunded amount with the deposited one below it, or only the deposited amount. */
function Sums({ one, texts: { t, sum } }: { readonly one: JudgedDeposit; readonly texts: Texts<'desk'> }) {
  const { received, gasReceived: gas } = one;
  const { sent, tokenName } = one.journey;
  const counted = countedAmount(one);
  if (counted === null || tokenName === null) return null;
  return (
    <>
      <Digits text={sum(counted, tokenName)} />
      {gas ? (
        <small>
          <Digits text={t('andGas', { gas: sum(gas.amount, gas.symbol) })} />
        </small>
      ) : null}
      {received && sent ? (
        <small>
          <Digits text={t('sumSent', { sum: sum(sent, tokenName) })} />
        </small>
      ) : null}
    </>
  );
}

function notesOf({ via, confidence }: Extract<LookupRow, { readonly state: 'answered' }>, { t }: Texts<'desk'>) {
  return [
    ...(via === null ? [] : [t(`via_${via}`)]),
    ...(confidence.kind === 'reported' || confidence.kind === 'partial'
      ? [t(`tableConfidence_${confidence.kind}`)]
      : []),
  ];
}

/** The direction in which a person looks first: large amounts, late deposits and slow payouts. */
export function firstOrder(by: SortBy): TableOrder {
  return { by, isDescending: by === 'amount' || by === 'sent' || by === 'duration' };
}

const COLUMNS: readonly SortBy[] = ['verdict', 'listed', 'amount', 'sent', 'duration'];
const ARROWS = { none: '', ascending: '↑', descending: '↓' } as const;
const LINE_HEIGHT = { wide: 57, narrow: 89 };
const OVERSCAN = 8;

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
  const { t } = useTexts('desk');
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
              {t(`column_${by}`)}
              <span aria-hidden="true">{ARROWS[directionOf(by)]}</span>
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}
