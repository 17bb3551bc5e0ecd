import styles from './FormSkeleton.module.css';

/** The form's outline while the pairs load: nothing moves when they come. */
export function FormSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading chains and tokens">
      <div className={styles.panel} />
      <div className={styles.panel} />
      <div className={styles.button} />
    </div>
  );
}
