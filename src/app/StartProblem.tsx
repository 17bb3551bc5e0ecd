import { Notice } from '../ui/Notice.tsx';
import styles from './StartProblem.module.css';

/** The app could not start: said in words, since a blank page with money at stake frightens. */
export function StartProblem({ problem }: { problem: string }) {
  return (
    <main className={styles.page}>
      <Notice tone="danger" title="Causeway could not start">
        <p>
          Its configuration cannot be used. No transfer is affected. Reload in a minute, or tell whoever runs this site:
        </p>
        <pre className={styles.problem}>{problem}</pre>
      </Notice>
    </main>
  );
}
