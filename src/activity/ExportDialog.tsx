import { useState } from 'react';
import { useContacts } from '../account/contacts/useContacts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import type { Transfer } from '../transfer/model/transfer.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { saveFile } from '../ui/saveFile.ts';
import ui from '../ui/ui.module.css';
import styles from './activity.module.css';
import type { FileKind } from './model/historyFile.ts';
import { toFileRow, writeHistoryFile } from './model/historyFile.ts';

type Props = { readonly transfers: readonly Transfer[]; readonly onClose: () => void };

/** Saves the listed transfers as a file. */
export function ExportDialog({ transfers, onClose }: Props) {
  const { t } = useTexts('app');
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
      <p className={styles.exportText}>{t('transfersExportText', { count: transfers.length })}</p>
      <div className={styles.formats}>
        <Button kind="primary" onClick={() => start('csv')}>
          {t('transfersExportCsv')}
        </Button>
        <Button onClick={() => start('json')}>{t('transfersExportJson')}</Button>
      </div>
      <p className={`${ui.note} ${styles.exportText}`}>
        {contacts.length > 0 ? t('exportContacts', { count: contacts.length }) : null} {t('exportNote')}
      </p>
      {hasFailed ? <Notice tone="danger">{t('transfersExportFailed')}</Notice> : null}
    </Dialog>
  );
}

const types: Record<FileKind, string> = { csv: 'text/csv', json: 'application/json' };
