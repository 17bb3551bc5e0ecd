import { useRef, useState } from 'react';
import { useAppServices } from '../../../context/appServices.ts';
import type { CaseList, ListProblem } from '../../../domain/desk/caseList.ts';
import { readCaseList } from '../../../domain/desk/caseList.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './ListFile.module.css';

const MAX_BYTES = 5_000_000;

type Problem = ListProblem | 'tooLarge' | 'notRead';

/** Reads a table of hashes from a file. Nothing of the file leaves the browser but its hashes. */
export function ListFile({ onList }: { readonly onList: (list: CaseList) => void }) {
  const { t } = useWords(deskTableWords);
  const { chains } = useAppServices().registry;
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function read(file: File): Promise<Problem | null> {
    if (file.size > MAX_BYTES) return 'tooLarge';
    const { readCells } = await import('../../../domain/csv.ts');
    const list = readCaseList(readCells(await file.text()), chains);
    if (typeof list === 'string') return list;
    onList(list);
    return null;
  }

  return (
    <div className={styles.file}>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label={t('chooseFile')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void read(file).then(setProblem, () => setProblem('notRead'));
        }}
      />
      <Button size="small" kind="quiet" onClick={() => input.current?.click()}>
        {t('chooseFile')}
      </Button>
      {problem ? <Notice tone="warning">{t(`file_${problem}`)}</Notice> : null}
    </div>
  );
}
