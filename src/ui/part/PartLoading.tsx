import { mainWords } from '../../i18n/main/mainWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { Spinner } from '../Spinner.tsx';
import styles from './Part.module.css';

/** How much of the screen a part takes. A decoration needs no words. */
export type PartShape = 'page' | 'dialog' | 'line' | 'decoration';

/** A page and a dialog answer a tap, so they show that they load. A line and a decoration appear when they are there. */
export function PartLoading({ shape }: { readonly shape: PartShape }) {
  const { t } = useWords(mainWords);
  if (shape === 'line' || shape === 'decoration') return null;
  return (
    <p className={`${styles.loading} ${styles[shape]}`} role="status">
      <Spinner />
      <span className="visuallyHidden">{t('loading')}</span>
    </p>
  );
}
