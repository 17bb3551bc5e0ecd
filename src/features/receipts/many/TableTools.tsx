import { useState } from 'react';
import type { CaseRow } from '../../../domain/desk/caseRow.ts';
import { canAskAgain } from '../../../domain/desk/caseRow.ts';
import type { Case } from '../../../domain/desk/judge.ts';
import { MOST_TO_SEND } from '../../../domain/desk/setLink.ts';
import type { CaseTable } from '../../../tracking/desk/createCaseTable.ts';
import { Button } from '../../../ui/Button.tsx';
import { lazyPart } from '../../../ui/part/lazyPart.tsx';
import ui from '../../../ui/ui.module.css';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { PinRows } from '../watch/PinRows.tsx';
import styles from './table.module.css';

const ExportTable = lazyPart(async () => (await import('./ExportTable.tsx')).ExportTable, 'dialog');

/** What opens a set of hashes again. */
export type SetLink = { readonly fragment: string /** A person can send it. */; readonly isShort: boolean };

type Props = {
  readonly table: CaseTable<Case>;
  readonly rows: readonly CaseRow[];
  /** As filtered and sorted. */
  readonly shown: readonly CaseRow[];
  readonly columns: readonly string[];
  readonly link: SetLink | null;
};

type Copied = 'linkCopied' | 'linkTooLong' | 'linkNotCopied';

/** What a person can do with the whole table. */
export function TableTools({ table, rows, shown, columns, link }: Props) {
  const { t } = useWords(deskTableWords);
  const [isExporting, setExporting] = useState(false);
  const [copied, setCopied] = useState<Copied | null>(null);
  const open = [...new Set(rows.filter(canAskAgain).map(({ listed }) => listed.hash))];
  const copy = ({ fragment, isShort }: SetLink) => {
    if (!isShort) return setCopied('linkTooLong');
    navigator.clipboard.writeText(`${window.location.origin}/receipts${fragment}`).then(
      () => setCopied('linkCopied'),
      () => setCopied('linkNotCopied'),
    );
  };
  return (
    <>
      <Button onClick={() => setExporting(true)}>{t('exportRows')}</Button>
      {link ? <Button onClick={() => copy(link)}>{t('copyLink')}</Button> : null}
      {open.length > 0 ? <Button onClick={() => table.askAgain(open)}>{t('askAgain')}</Button> : null}
      <PinRows rows={rows.filter(canAskAgain)} />
      <p role="status" className={`${ui.note} ${styles.whole}`}>
        {copied ? t(copied, { most: `${MOST_TO_SEND}` }) : null}
      </p>
      {isExporting ? <ExportTable rows={shown} columns={columns} onClose={() => setExporting(false)} /> : null}
    </>
  );
}
