import type { ReactNode } from 'react';
import styles from './values.module.css';

type Props = { readonly label: ReactNode; readonly children: ReactNode; readonly strong?: boolean };

/** One line of a description list: label on the left, value on the right. */
export function DetailRow({ label, children, strong = false }: Props) {
  return (
    <div className={`${styles.detail} ${strong ? styles.strong : ''}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
