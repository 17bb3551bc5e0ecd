import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import styles from './StartProblem.module.css';

export function CrashNotice({ reason }: { reason: string }) {
  return (
    <main className={styles.page}>
      <Notice tone="danger" title="Something in this page broke">
        <p>Transfers that you signed go on and are found again after a reload. What broke: {reason}</p>
        <div>
          <Button size="small" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </div>
      </Notice>
    </main>
  );
}
