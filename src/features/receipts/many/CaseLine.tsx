import type { MouseEvent } from 'react';
import { memo } from 'react';
import { Link } from 'wouter';
import type { CaseRow } from '../../../domain/desk/caseRow.ts';
import type { DepositCase } from '../../../domain/desk/judge.ts';
import { countedAmount } from '../../../domain/desk/judge.ts';
import { receiptPath } from '../../../domain/verdict/receiptPath.ts';
import { Icon } from '../../../ui/Icon.tsx';
import ui from '../../../ui/ui.module.css';
import type { DeskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { elapsedText } from '../../../words/elapsedText.ts';
import { useLanguage } from '../../../words/language.ts';
import { rowTitle, rowTone } from './kindTitle.ts';
import styles from './table.module.css';
import { useRowWords } from './useRowWords.ts';

type Props = {
  readonly row: CaseRow;
  readonly isWide: boolean;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  /** Null: a row opens its page. */
  readonly onOpen: ((key: string) => void) | null;
  readonly onFocus: (key: string) => void;
};

/** The text that tells which keys move through the rows. */
export const KEYS_ID = 'deskTableKeys';

const isPlain = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;

/** The cells of a row. A table has a thousand rows, so one is drawn again only if it changed. */
export const CaseLine = memo(function CaseLine({ row, isWide, isOpen, isActive, onOpen, onFocus }: Props) {
  const words = useRowWords();
  const { locale } = useLanguage();
  const { moment } = words.table;
  const { hash, chainId } = row.listed;
  const deposit = row.state === 'answered' ? row.deposit : null;
  const journey = deposit?.journey ?? null;
  const sentAtMs = deposit?.sentAtMs ?? null;
  const notes = row.state === 'answered' ? notesOf(row, words.table) : [];
  return (
    <>
      <td className={styles.verdict}>
        <Link
          href={receiptPath(hash, chainId)}
          className={`${styles.title} ${ui[rowTone(row)]}`}
          tabIndex={isActive ? 0 : -1}
          aria-current={isOpen || undefined}
          aria-describedby={KEYS_ID}
          onFocus={() => onFocus(row.key)}
          onClick={(event: MouseEvent) => {
            // A narrow screen has no place beside the table, and a new tab shows the page.
            if (!onOpen || !isWide || !isPlain(event)) return;
            event.preventDefault();
            onOpen(row.key);
          }}
        >
          {rowTitle(row, words)}
        </Link>
        {notes.length > 0 ? <small>{notes.join(' · ')}</small> : null}
      </td>
      <td className={styles.hash}>
        <span dir="ltr" title={hash}>
          {hash.slice(0, 10)}…{hash.slice(-6)}
        </span>
        {journey ? (
          <small>
            {journey.originName} <Icon name="arrow" size={12} /> {journey.destinationName ?? `${journey.destinationId}`}
          </small>
        ) : null}
      </td>
      <td className={styles.amount}>{deposit ? <Sums one={deposit} words={words.table} /> : null}</td>
      <td className={styles.moment}>
        {sentAtMs === null ? null : <time dateTime={new Date(sentAtMs).toISOString()}>{moment(sentAtMs)}</time>}
      </td>
      <td className={styles.duration}>{deposit?.seconds ? elapsedText(deposit.seconds, locale) : ''}</td>
    </>
  );
});

/** The amount that counts. Beside one that was paid or refunded, also what was deposited. */
function Sums({ one, words: { t, sum } }: { readonly one: DepositCase; readonly words: DeskTableWords }) {
  const { received } = one;
  const { sent, tokenName } = one.journey;
  const counted = countedAmount(one);
  if (counted === null || tokenName === null) return null;
  return (
    <>
      {sum(counted, tokenName)}
      {received && sent ? <small>{t('sumSent', { sum: sum(sent, tokenName) })}</small> : null}
    </>
  );
}

function notesOf({ via, confidence }: Extract<CaseRow, { readonly state: 'answered' }>, { t }: DeskTableWords) {
  return [
    ...(via === null ? [] : [t(`via_${via}`)]),
    ...(confidence.kind === 'reported' || confidence.kind === 'partial' ? [t(`conf_${confidence.kind}`)] : []),
  ];
}
