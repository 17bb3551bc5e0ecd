import { useStore } from 'zustand';
import type { Case } from '../../../domain/desk/judge.ts';
import type { CaseTable } from '../../../tracking/desk/createCaseTable.ts';
import { Button } from '../../../ui/Button.tsx';
import ui from '../../../ui/ui.module.css';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './table.module.css';

/** How far the lookups are, with their pause. */
export function TableProgress({ table }: { readonly table: CaseTable<Case> }) {
  const { t } = useWords(deskTableWords);
  const { status, done, total } = useStore(table.progress);
  const isResting = useStore(table.service, (state) => state.isResting);
  const counts = { done: `${done}`, total: `${total}` };
  return (
    <div className={ui.stack}>
      <div className={`${ui.spread} ${ui.numbers} ${styles.progressLine}`}>
        <strong id="deskProgress">{t(status === 'paused' ? 'paused' : 'progress', counts)}</strong>
        {status === 'running' ? <Button onClick={table.pause}>{t('pause')}</Button> : null}
        {status === 'paused' ? (
          <Button kind="primary" onClick={table.resume}>
            {t('resume')}
          </Button>
        ) : null}
      </div>
      <progress value={done} max={Math.max(1, total)} aria-labelledby="deskProgress" />
      {/* The count changes too often to be read out. The region tells the pause and the end. */}
      <p role="status" className={isResting ? `${ui.note} ${styles.resting}` : 'visuallyHidden'}>
        {isResting ? t('resting') : status === 'running' ? '' : t(status === 'paused' ? 'paused' : 'progress', counts)}
      </p>
    </div>
  );
}
