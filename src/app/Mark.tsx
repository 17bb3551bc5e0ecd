import styles from './Mark.module.css';

export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M4 12.5h24" strokeWidth="3" />
      <path d="M5.5 22.5v-3a3.5 3.5 0 0 1 7 0v3m0-3a3.5 3.5 0 0 1 7 0v3m0-3a3.5 3.5 0 0 1 7 0v3" strokeWidth="2" />
    </svg>
  );
}
