import { useState } from 'react';
import type { CaseRow } from '../../../domain/desk/caseRow.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import ui from '../../../ui/ui.module.css';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import type { TableFileKind } from './saveTable.ts';
import { saveTable } from './saveTable.ts';

type Props = {
  readonly rows: readonly CaseRow[];
  readonly columns: readonly string[];
  readonly onClose: () => void;
};

/** Saves the shown rows as a file. */
export function ExportTable({ rows, columns, onClose }: Props) {
  const { t } = useWords(deskTableWords);
  const [hasFailed, setFailed] = useState(false);
  const start = (kind: TableFileKind) => {
    setFailed(false);
    saveTable(kind, rows, columns).catch(() => setFailed(true));
  };
  return (
    <Dialog title={t('exportRows')} onClose={onClose}>
      <p className={ui.note}>{t('exportText', { count: rows.length })}</p>
      <div className={ui.row}>
        <Button kind="primary" onClick={() => start('csv')}>
          {t('exportCsv')}
        </Button>
        <Button onClick={() => start('json')}>{t('exportJson')}</Button>
      </div>
      {hasFailed ? <Notice tone="danger">{t('exportFailed')}</Notice> : null}
    </Dialog>
  );
}
