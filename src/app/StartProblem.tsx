import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { mainWords } from '../words/main/mainWords.ts';
import { useWords } from '../words/useWords.ts';
import styles from './StartProblem.module.css';

/** Shown instead of a blank page when the configuration is unusable. The problem is for the operator, in English. */
export function StartProblem({ problem }: { problem: string }) {
  const { t } = useWords(mainWords);
  return (
    <main className={styles.page}>
      <Notice tone="danger" title={t('startTitle')} titleAs="h1">
        <p>{t('startText')}</p>
        <pre className={styles.problem} lang="en" dir="ltr">
          {problem}
        </pre>
        <div>
          <Button size="small" onClick={() => window.location.reload()}>
            {t('tryAgain')}
          </Button>
        </div>
      </Notice>
    </main>
  );
}
