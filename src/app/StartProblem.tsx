import { Notice } from '../ui/Notice.tsx';
import styles from './StartProblem.module.css';

/** Shown instead of a blank page when the app cannot start. */
export function StartProblem({ problem }: { problem: string }) {
  return (
    <main className={styles.page}>
      <Notice tone="danger" title="Causeway could not start">
        <p>Your transfers are not affected. Reload in a minute, or send this error to the site’s operator:</p>
        <pre className={styles.problem}>{problem}</pre>
      </Notice>
    </main>
  );
}
