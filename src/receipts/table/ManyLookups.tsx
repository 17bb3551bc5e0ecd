import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { useTexts } from '../../i18n/useTexts.ts';
import { receiptPath } from '../../transfer/verdict/journey.ts';
import type { Tone } from '../../transfer/verdict/verdictKinds.ts';
import { toneOf } from '../../transfer/verdict/verdictKinds.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copyText.ts';
import { Digits } from '../../ui/Digits.tsx';
import { Choice } from '../../ui/Field.tsx';
import { isFocusedByKey } from '../../ui/followPresses.ts';
import { Icon } from '../../ui/Icon.tsx';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { lazyChunk } from '../../ui/lazyChunk.tsx';
import ui from '../../ui/ui.module.css';
import { useIsWide } from '../../ui/useMedia.ts';
import { kindTitle } from '../lookupTitle.ts';
import type { HashItem, ListedHash } from '../model/hashList.ts';
import type { Lookup } from '../model/judge.ts';
import type { KindCount, LookupRow, RowKind, TableOrder, TokenTotal } from '../model/lookupTable.ts';
import {
  canAskAgain,
  countKinds,
  filterRows,
  LISTED_ORDER,
  rowsOfWallet,
  SORTS,
  sortRows,
  totalTokens,
} from '../model/lookupTable.ts';
import { MOST_TO_SEND } from '../model/setLink.ts';
import { PinRows } from '../pins/PinButton.tsx';
import { firstOrder, LookupGrid } from './LookupGrid.tsx';
import styles from './table.module.css';
import type { LookupTable } from './useLookupTable.ts';
import { useLookupRows, useLookupTable } from './useLookupTable.ts';

const ExportTable = lazyChunk(async () => (await import('./ExportTable.tsx')).ExportTable, 'dialog');

type Props = {
  /** Identifies the list, even while it grows. */
  readonly id: string;
  readonly hashes: readonly ListedHash[];
  /** The names of the cells beside the hashes. */
  readonly columns: readonly string[];
  /** Null if the page's URL already identifies the list. */
  readonly link: SetLink | null;
  /** The account whose transactions these are. Absent for hashes that a person listed. */
  readonly account?: string;
  /** Renders the answer about one hash beside the table. Null: a row opens its page. */
  readonly renderAnswer: ((item: HashItem) => ReactNode) | null;
};

/** A table of many hashes that fills as answers arrive. */
export function ManyLookups({ id, hashes, ...props }: Props) {
  const table = useLookupTable(id, hashes);
  return table ? <LoadedTable table={table} {...props} /> : null;
}

/** The link that opens this set of hashes again. */
type SetLink = { readonly fragment: string /** A person can send it. */; readonly isShort: boolean };

type TableToolsProps = {
  readonly table: LookupTable<Lookup>;
  readonly rows: readonly LookupRow[];
  /** As filtered and sorted. */
  readonly shown: readonly LookupRow[];
  readonly columns: readonly string[];
  readonly link: SetLink | null;
};

type Copied = 'tableLinkCopied' | 'linkTooLong' | 'linkNotCopied';

/** What a person can do with the whole table. */
function TableTools({ table, rows, shown, columns, link }: TableToolsProps) {
  const { t } = useTexts('desk');
  const [isExporting, setExporting] = useState(false);
  const [copied, setCopied] = useState<Copied | null>(null);
  const open = [...new Set(rows.filter(canAskAgain).map(({ listed }) => listed.hash))];
  const copy = ({ fragment, isShort }: SetLink) => {
    if (!isShort) return setCopied('linkTooLong');
    void copyText(`${window.location.origin}/receipts${fragment}`).then((result) =>
      setCopied(result === 'copied' ? 'tableLinkCopied' : 'linkNotCopied'),
    );
  };
  return (
    <>
      <Button onClick={() => setExporting(true)}>{t('export')}</Button>
      {link ? <Button onClick={() => copy(link)}>{t('copyLink')}</Button> : null}
      {open.length > 0 ? <Button onClick={() => table.askAgain(open)}>{t('askAgain')}</Button> : null}
      <PinRows rows={rows.filter(canAskAgain)} />
      <LiveRegion className={`${ui.note} ${styles.whole}`}>
        {copied ? t(copied, { most: `${MOST_TO_SEND}` }) : null}
      </LiveRegion>
      {isExporting ? <ExportTable rows={shown} columns={columns} onClose={() => setExporting(false)} /> : null}
    </>
  );
}

type VerdictFilterProps = {
  readonly counts: readonly KindCount[];
  readonly total: number;
  readonly kind: RowKind | null;
  readonly onChange: (kind: RowKind | null) => void;
};

/** How many rows have each verdict. A press filters by it. */
function VerdictFilter({ counts, total, kind, onChange }: VerdictFilterProps) {
  const texts = useTexts('desk');
  const { t } = texts;
  return (
    <fieldset className={ui.row}>
      <legend className="visuallyHidden">{t('filter')}</legend>
      <Chip title={t('tableAll')} count={total} tone="info" isChosen={kind === null} onPress={() => onChange(null)} />
      {counts.map((one) => (
        <Chip
          key={one.kind}
          title={kindTitle(one.kind, one.example, texts)}
          count={one.count}
          tone={one.example ? toneOf(one.example) : 'info'}
          isChosen={kind === one.kind}
          onPress={() => onChange(kind === one.kind ? null : one.kind)}
        />
      ))}
    </fieldset>
  );
}

type ChipProps = {
  readonly title: string;
  readonly count: number;
  readonly tone: Tone;
  readonly isChosen: boolean;
  readonly onPress: () => void;
};

function Chip({ title, count, tone, isChosen, onPress }: ChipProps) {
  return (
    <button type="button" className={`${ui.chip} ${styles.filter}`} aria-pressed={isChosen} onClick={onPress}>
      {title} <strong className={ui[tone]}>{count}</strong>
    </button>
  );
}

type LookupAsideProps = { readonly item: HashItem; readonly onClose: () => void; readonly children: ReactNode };

/** The answer about a row, beside the table. */
function LookupAside({ item, onClose, children }: LookupAsideProps) {
  const { t } = useTexts('desk');
  const aside = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    // A screen reader would not say that an answer has opened. After a click, the arrow keys stay with the rows.
    if (isFocusedByKey()) aside.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null) close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <aside ref={aside} className={styles.aside} tabIndex={-1} aria-label={t('answer')}>
      <header className={ui.spread}>
        <Link href={receiptPath(item.hash, item.chainId)}>{t('openPage')}</Link>
        <button type="button" className={ui.iconButton} aria-label={t('closeAnswer')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </aside>
  );
}

/** The progress of the lookups, with a button that pauses them. */
function TableProgress({
  table,
  kinds,
}: {
  readonly table: LookupTable<Lookup>;
  readonly kinds: readonly KindCount[];
}) {
  const texts = useTexts('desk');
  const { t } = texts;
  const { status, done, total } = useStore(table.progress);
  const isResting = useStore(table.service, (state) => state.isResting);
  const counts = { done: `${done}`, total: `${total}` };
  return (
    <div className={ui.stack}>
      <div className={`${ui.spread} ${ui.numbers} ${styles.progressLine}`}>
        <strong id="deskProgress">{t(status === 'paused' ? 'tablePaused' : 'progress', counts)}</strong>
        {status === 'running' ? <Button onClick={table.pause}>{t('pause')}</Button> : null}
        {status === 'paused' ? (
          <Button kind="primary" onClick={table.resume}>
            {t('resume')}
          </Button>
        ) : null}
      </div>
      <progress value={done} max={Math.max(1, total)} aria-labelledby="deskProgress" />
      {/* The count changes too often to be read aloud. The live region announces only the pause and the end. */}
      <LiveRegion className={isResting ? `${ui.note} ${styles.resting}` : 'visuallyHidden'}>
        {isResting
          ? t('resting')
          : status === 'running'
            ? ''
            : [
                t(status === 'paused' ? 'tablePaused' : 'progress', counts),
                ...kinds.map(({ kind, example, count }) => `${kindTitle(kind, example, texts)}: ${count}`),
              ].join('. ')}
      </LiveRegion>
    </div>
  );
}

/** Each token's total over the shown rows. */
function TokenSums({ totals }: { readonly totals: readonly TokenTotal[] }) {
  const { t, sum } = useTexts('desk');
  if (totals.length === 0) return null;
  return (
    <ul className={`${ui.row} ${ui.note} ${ui.numbers} ${styles.sums}`} aria-label={t('sums')}>
      {totals.map(({ tokenName, sent, received }) => (
        <li key={tokenName} className={ui.row}>
          <Digits text={t('sumSent', { sum: sum(sent, tokenName) })} />
          <Digits text={t('sumReceived', { sum: sum(received, tokenName) })} />
        </li>
      ))}
    </ul>
  );
}

type SortChoiceProps = { readonly order: TableOrder; readonly onChange: (order: TableOrder) => void };

/** Sorts the rows where a narrow table has no headings to press. */
function SortChoice({ order, onChange }: SortChoiceProps) {
  const { t } = useTexts('desk');
  return (
    <Choice
      label={t('sort')}
      value={order.by}
      options={SORTS.map((by) => ({ value: by, label: t(`sort_${by}`) }))}
      onChange={(value) => onChange(firstOrder(SORTS.find((by) => by === value) ?? 'listed'))}
    />
  );
}

function LoadedTable({
  table,
  columns,
  link,
  account,
  renderAnswer,
}: Omit<Props, 'id' | 'hashes'> & { readonly table: LookupTable<Lookup> }) {
  const { t } = useTexts('desk');
  const isWide = useIsWide();
  const all = useLookupRows(table);
  const rows = account === undefined ? all : rowsOfWallet(all, account);
  const [kind, setKind] = useState<RowKind | null>(null);
  const [order, setOrder] = useState<TableOrder>(LISTED_ORDER);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const kinds = countKinds(rows);
  const shown = sortRows(filterRows(rows, kind), order);
  const open = isWide ? (rows.find(({ key }) => key === openKey) ?? null) : null;
  // The focus returns from the answer to its row.
  const close = () => {
    if (open) document.querySelector<HTMLElement>(`[data-row="${open.key}"] a`)?.focus();
    setOpenKey(null);
  };
  return (
    <section className={`${ui.stack} ${styles.many}`} aria-label={t('table')}>
      <TableProgress table={table} kinds={kinds} />
      <VerdictFilter counts={kinds} total={rows.length} kind={kind} onChange={setKind} />
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
        <LookupGrid
          rows={shown}
          {...{ isWide, order, onOrder: setOrder, openKey: open?.key ?? null }}
          onOpen={renderAnswer ? setOpenKey : null}
        />
        {open && renderAnswer ? (
          <LookupAside key={open.listed.hash} item={open.listed} onClose={close}>
            {renderAnswer(open.listed)}
          </LookupAside>
        ) : null}
      </div>
    </section>
  );
}
