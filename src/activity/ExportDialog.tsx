import { useState } from 'react';
import { useContacts } from '../account/contacts/useContacts.ts';
import type { Contacts } from '../account/model/contacts.ts';
import { FILE_FORMAT, FILE_VERSION } from '../account/model/contactsFile.ts';
import { exchangeWords } from '../i18n/exchange/exchangeWords.ts';
import { useWords } from '../i18n/useWords.ts';
import type { Transfer } from '../transfer/model/transfer.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { saveFile } from '../ui/saveFile.ts';
import styles from './ExchangeDialog.module.css';
import type { FileRow } from './model/fileRow.ts';
import { FILE_COLUMNS, toFileRow } from './model/fileRow.ts';

type Props = { readonly transfers: readonly Transfer[]; readonly onClose: () => void };

/** Saves the listed transfers as a file. */
export function ExportDialog({ transfers, onClose }: Props) {
  const { t } = useWords(exchangeWords);
  const { contacts } = useContacts();
  const [hasFailed, setFailed] = useState(false);
  async function save(kind: FileKind): Promise<void> {
    const now = Date.now();
    const rows = transfers.map(toFileRow);
    const day = new Date(now).toISOString().slice(0, 10);
    saveFile(
      `transfers-${day}.${kind}`,
      types[kind],
      await writeHistoryFile(kind, { rows, contacts, exportedAt: now }),
    );
  }
  const start = (kind: FileKind) => {
    setFailed(false);
    save(kind).catch(() => setFailed(true));
  };
  return (
    <Dialog title={t('exportTitle')} onClose={onClose}>
      <p className={styles.text}>{t('exportText', { count: transfers.length })}</p>
      <div className={styles.choices}>
        <Button kind="primary" onClick={() => start('csv')}>
          {t('exportCsv')}
        </Button>
        <Button onClick={() => start('json')}>{t('exportJson')}</Button>
      </div>
      <p className={styles.note}>
        {contacts.length > 0 ? t('exportContacts', { count: contacts.length }) : null} {t('exportNote')}
      </p>
      {hasFailed ? <Notice tone="danger">{t('exportFailed')}</Notice> : null}
    </Dialog>
  );
}

type FileKind = 'csv' | 'json';

/** What a file has. A CSV file has the transfers alone. */
type Contents = { readonly rows: readonly FileRow[]; readonly contacts: Contacts; readonly exportedAt: number };

/** The text of a file. The writer of CSV loads on first use. */
export async function writeHistoryFile(kind: FileKind, { rows, contacts, exportedAt }: Contents): Promise<string> {
  if (kind === 'csv') return (await import('../lib/csv.ts')).writeCsv(FILE_COLUMNS, rows);
  const head = { format: FILE_FORMAT, version: FILE_VERSION, exported_at: new Date(exportedAt).toISOString() };
  return `${JSON.stringify({ ...head, transfers: rows, contacts }, null, 2)}\n`;
}

const types: Record<FileKind, string> = { csv: 'text/csv', json: 'application/json' };
