import { mainWords } from '../i18n/main/mainWords.ts';
import { useWords } from '../i18n/useWords.ts';
import styles from './SkipLink.module.css';

export const CONTENT_ID = 'content';

/** The first stop of the keyboard. It shows when it has the focus, and leads past the header. */
export function SkipLink() {
  const { t } = useWords(mainWords);
  return (
    <a
      className={styles.skip}
      href={`#${CONTENT_ID}`}
      onClick={(event) => {
        // The link of the browser would add an entry to the history.
        event.preventDefault();
        document.getElementById(CONTENT_ID)?.focus();
      }}
    >
      {t('skipToContent')}
    </a>
  );
}
