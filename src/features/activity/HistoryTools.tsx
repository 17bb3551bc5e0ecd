import { useState } from 'react';
import type { Transfer } from '../../domain/transfer.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/part/lazyPart.tsx';
import ui from '../../ui/ui.module.css';
import { historyWords } from '../../words/history/historyWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './activity.module.css';

const AddDialog = lazyPart(async () => (await import('./exchange/AddDialog.tsx')).AddDialog, 'dialog');
const ExportDialog = lazyPart(async () => (await import('./exchange/ExportDialog.tsx')).ExportDialog, 'dialog');

/** Adds transfers to the list, and exports the transfers that the filter shows. */
export function HistoryTools({ transfers }: { readonly transfers: readonly Transfer[] }) {
  const { t } = useWords(historyWords);
  const [open, setOpen] = useState<'add' | 'export' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={`${ui.row} ${styles.tools}`}>
      <Button onClick={() => setOpen('add')}>{t('addTransfers')}</Button>
      {transfers.length > 0 ? <Button onClick={() => setOpen('export')}>{t('exportTransfers')}</Button> : null}
      {open === 'add' ? <AddDialog onClose={close} /> : null}
      {open === 'export' ? <ExportDialog transfers={transfers} onClose={close} /> : null}
    </div>
  );
}
