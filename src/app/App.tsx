// The app: slices that each show one page, and what is around every page. startApp.ts reads the settings and creates the
// services (createAppServices.ts), which the screens get from services.ts. App.tsx shows the start or why there is none. The
// shell has the header, the page of the address and the footer; chunks.ts lists what loads later. watch*.ts and embed/ run beside
// the screens, and early/ is the page before the code has loaded.

import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { flushSync } from 'react-dom';
import type { AroundNavHandler } from 'wouter';
import { Router } from 'wouter';
import { useLoadedTexts, useTexts } from '../i18n/useTexts.ts';
import { Button } from '../ui/Button.tsx';
import { ChunkBoundary, lazyChunk } from '../ui/lazyChunk.tsx';
import { Notice } from '../ui/Notice.tsx';
import { LanguageProvider } from './LanguageProvider.tsx';
import { Shell } from './Shell.tsx';
import { AppServicesContext } from './services.ts';
import styles from './shell.module.css';
import type { Start } from './startApp.ts';
import { untranslated } from './untranslated.ts';

/** How long the old page stays visible at most while the code of the new one loads. */
const MAX_WAIT_MS = 300;

export function App({ start }: { readonly start: Start }) {
  return (
    <LanguageProvider>
      <ChunkBoundary
        failure={(error) => <CrashNotice reason={error instanceof Error ? error.message : String(error)} />}
      >
        <Suspense>
          <Started start={start} />
        </Suspense>
      </ChunkBoundary>
    </LanguageProvider>
  );
}

/** Resolves when the page has its heading. */
function pageShown(): Promise<void> {
  const hasHeading = () => document.querySelector('main h1') !== null;
  if (hasHeading()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(() => hasHeading() && done());
    const timer = setTimeout(done, MAX_WAIT_MS);
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

/**
 * Fades from one page to the next and scrolls to the top. Without the fade if the browser lacks it or the person
 * prefers less motion.
 */
const fadePages: AroundNavHandler = (navigate, to, options) => {
  const goThere = () => navigate(to, options);
  if (new URL(to, window.location.href).pathname === window.location.pathname) {
    goThere();
    return;
  }
  const arrive = () => {
    flushSync(goThere);
    window.scrollTo(0, 0);
  };
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || !('startViewTransition' in document)) {
    arrive();
    return;
  }
  const { ready } = document.startViewTransition(() => {
    arrive();
    return pageShown();
  });
  // A second navigation skips the first one's fade.
  ready.catch(() => {});
};

/** Shown instead of a blank page when the configuration is unusable. The problem is for the operator, in English. */
function StartProblem({ problem }: { problem: string }) {
  const { t } = useTexts('form');
  return (
    <main className={styles.insteadOfApp}>
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

/** The texts themselves may have failed to load, so this notice falls back to built-in English. */
function CrashNotice({ reason }: { reason: string }) {
  const texts = useLoadedTexts();
  return (
    <main className={styles.insteadOfApp}>
      <Notice tone="danger" title={texts?.t('crashTitle') ?? untranslated.crashTitle} titleAs="h1">
        <p>{texts?.t('crashText', { reason }) ?? untranslated.crashText(reason)}</p>
        <div>
          <Button size="small" onClick={() => window.location.reload()}>
            {texts?.t('reloadPage') ?? untranslated.reloadPage}
          </Button>
        </div>
      </Notice>
    </main>
  );
}

const FrameRefusal = lazyChunk(async () => (await import('./BlockedPages.tsx')).FrameRefusal, 'page');
const InsecurePage = lazyChunk(async () => (await import('./BlockedPages.tsx')).InsecurePage, 'page');

function Started({ start }: { readonly start: Start }) {
  if (start.kind === 'failed') return <CrashNotice reason={start.reason} />;
  if (start.kind === 'unusable') return <StartProblem problem={start.problem} />;
  if (start.kind === 'insecure') return <InsecurePage />;
  if (start.kind === 'refused') return <FrameRefusal site={start.site} />;
  return (
    <QueryClientProvider client={start.queryClient}>
      <AppServicesContext value={start.services}>
        <Router aroundNav={fadePages}>
          <Shell />
        </Router>
      </AppServicesContext>
    </QueryClientProvider>
  );
}
