import type { ReactNode } from 'react';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './FormAside.module.css';

type Props = {
  /** The fees and the time of the quote. */
  readonly details: ReactNode;
  readonly recent: ReactNode;
};

/** The column beside the form of a wide window. */
export function FormAside({ details, recent }: Props) {
  const { t } = useWords(mainWords);
  return (
    <aside className={styles.aside}>
      <section className={styles.panel} aria-labelledby="feesTitle">
        <h2 id="feesTitle">{t('feesAndTime')}</h2>
        {details}
      </section>
      {recent}
    </aside>
  );
}
