import type { ReactNode } from 'react';
import styles from './FormAside.module.css';

type Props = {
  readonly title: ReactNode;
  /** The fees and the time of the quote. */
  readonly details: ReactNode;
  readonly recent?: ReactNode;
};

/** The column beside the form of a wide window. */
export function FormAside({ title, details, recent }: Props) {
  return (
    <aside className={styles.aside}>
      <section className={styles.panel} aria-labelledby="feesTitle">
        <h2 id="feesTitle">{title}</h2>
        {details}
      </section>
      {recent}
    </aside>
  );
}
