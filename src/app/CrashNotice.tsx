import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import styles from './StartProblem.module.css';

export function CrashNotice({ reason }: { reason: string }) {
  return (
    <main className={styles.page}>
      <Notice tone="danger" title="This page stopped working">
        <p>Your signed transfers continue. Reload the page to see them. Error: {reason}</p>
        <div>
          <Button size="small" onClick={() => window.location.reload()}>
            Reload page
          </Button>
        </div>
      </Notice>
    </main>
  );
}
