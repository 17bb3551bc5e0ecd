import { useStore } from 'zustand';
import { useAppServices } from '../context/appServices.ts';
import { Notice } from '../ui/Notice.tsx';
import styles from './Shell.module.css';

/** Warns on every page while the browser cannot store an open transfer. */
export function UnsavedNotice() {
  const isUnsaved = useStore(useAppServices().store, (state) => state.unsaved.size > 0);
  if (!isUnsaved) return null;
  return (
    <div className={styles.unsaved}>
      <Notice tone="warning" title="This browser can’t store your transfer">
        Keep this page open until delivery, or copy the transaction hash. The browser’s storage is full or blocked.
      </Notice>
    </div>
  );
}
