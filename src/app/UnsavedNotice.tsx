import { useStore } from 'zustand';
import { useAppServices } from '../context/appServices.ts';
import { Notice } from '../ui/Notice.tsx';
import { mainWords } from '../words/main/mainWords.ts';
import { useWords } from '../words/useWords.ts';
import styles from './Shell.module.css';

/** Warns on every page while the browser cannot store an open transfer. */
export function UnsavedNotice() {
  const { t } = useWords(mainWords);
  const isUnsaved = useStore(useAppServices().store, (state) => state.unsaved.size > 0);
  if (!isUnsaved) return null;
  return (
    <div className={styles.unsaved}>
      <Notice tone="warning" title={t('unsavedTitle')}>
        {t('unsavedText')}
      </Notice>
    </div>
  );
}
