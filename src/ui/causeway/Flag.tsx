import styles from './Flag.module.css';

/** A few words on a flag at the far end of the road. */
export function Flag({ text }: { readonly text: string }) {
  return (
    <span className={styles.flag}>
      <span className={styles.text}>{text}</span>
    </span>
  );
}
