import { useState } from 'react';
import { useAppServices } from '../../app/services.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { FileButton } from '../../ui/FileButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import ui from '../../ui/ui.module.css';
import type { HashList, ListProblem } from '../model/hashList.ts';
import { readHashList } from '../model/hashList.ts';
import styles from './table.module.css';

const MAX_BYTES = 5_000_000;

type Problem = ListProblem | 'tooLarge' | 'notRead';

/** Reads a table of hashes from a file. Only the file's hashes leave the browser. */
export function ListFile({ onList }: { readonly onList: (list: HashList) => void }) {
  const { t } = useTexts('desk');
  const { chains } = useAppServices().registry;
  const [problem, setProblem] = useState<Problem | null>(null);

  async function read(file: File): Promise<Problem | null> {
    if (file.size > MAX_BYTES) return 'tooLarge';
    const { readCells } = await import('#shared/csv.ts');
    const list = readHashList(readCells(await file.text()), chains);
    if (typeof list === 'string') return list;
    onList(list);
    return null;
  }

  return (
    <div className={`${ui.stack} ${styles.file}`}>
      <FileButton
        label={t('chooseListFile')}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        size="small"
        kind="quiet"
        onFile={(file) => void read(file).then(setProblem, () => setProblem('notRead'))}
      />
      {problem ? <Notice tone="warning">{t(`listFile_${problem}`)}</Notice> : null}
    </div>
  );
}
