import { useState } from 'react';
import { useTexts } from '../../i18n/useTexts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import ui from '../../ui/ui.module.css';
import { lookupFile } from '../model/lookupFile.ts';
import type { LookupRow } from '../model/lookupTable.ts';

type Props = {
  readonly rows: readonly LookupRow[];
  readonly columns: readonly string[];
  readonly onClose: () => void;
};

/** Saves the shown rows as a file. */
export function ExportTable({ rows, columns, onClose }: Props) {
  const { t } = useTexts('desk');
  const [hasFailed, setFailed] = useState(false);
  const start = (kind: TableFileKind) => {
    setFailed(false);
    saveTable(kind, rows, columns).catch(() => setFailed(true));
  };
  return (
    <Dialog title={t('export')} onClose={onClose}>
      <p className={ui.note}>{t('tableExportText', { count: rows.length })}</p>
      <div className={ui.row}>
        <Button kind="primary" onClick={() => start('csv')}>
          {t('tableExportCsv')}
        </Button>
        <Button onClick={() => start('json')}>{t('tableExportJson')}</Button>
      </div>
      {hasFailed ? <Notice tone="danger">{t('tableExportFailed')}</Notice> : null}
    </Dialog>
  );
}

type TableFileKind = 'csv' | 'json';

const types: Record<TableFileKind, string> = { csv: 'text/csv', json: 'application/json' };

/** Saves the rows as a file. The CSV writer loads on first use. */
async function saveTable(kind: TableFileKind, rows: readonly LookupRow[], columns: readonly string[]): Promise<void> {
  const exportedAt = new Date().toISOString();
  const file = lookupFile(rows, columns);
  const text =
    kind === 'csv'
      ? (await import('#shared/csv.ts')).writeCsv(file.columns, file.rows)
      : `${JSON.stringify({ format: 'causeway-lookups', version: 1, exported_at: exportedAt, lookups: file.rows }, null, 2)}\n`;
  saveFile(`lookups-${exportedAt.slice(0, 10)}.${kind}`, types[kind], text);
}
