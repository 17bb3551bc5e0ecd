import { useStore } from 'zustand';
import { useAppServices } from '../context/appServices.ts';
import { Notice } from '../ui/Notice.tsx';
import styles from './Shell.module.css';

/** A transfer is under way and the browser refuses to keep it: said on every page until it is kept again. */
export function UnsavedNotice() {
  const isUnsaved = useStore(useAppServices().store, (state) => state.unsaved.size > 0);
  if (!isUnsaved) return null;
  return (
    <div className={styles.unsaved}>
      <Notice tone="warning" title="This browser does not keep your transfer">
        Its storage is full or barred. Leave this page open until the transfer has arrived, or copy its transaction
        hash.
      </Notice>
    </div>
  );
}
