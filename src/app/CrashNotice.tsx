import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { mainWords } from '../words/main/mainWords.ts';
import { useLoadedWords } from '../words/useWords.ts';
import styles from './StartProblem.module.css';
import { untranslated } from './untranslated.ts';

/** The texts themselves may be what did not load, so this notice falls back to built-in English. */
export function CrashNotice({ reason }: { reason: string }) {
  const words = useLoadedWords(mainWords);
  return (
    <main className={styles.page}>
      <Notice tone="danger" title={words?.t('crashTitle') ?? untranslated.crashTitle} titleAs="h1">
        <p>{words?.t('crashText', { reason }) ?? untranslated.crashText(reason)}</p>
        <div>
          <Button size="small" onClick={() => window.location.reload()}>
            {words?.t('reloadPage') ?? untranslated.reloadPage}
          </Button>
        </div>
      </Notice>
    </main>
  );
}
