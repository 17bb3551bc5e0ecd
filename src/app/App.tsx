import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Router } from 'wouter';
import { AppServicesContext } from '../context/appServices.ts';
import { lazyPart } from '../ui/part/lazyPart.tsx';
import { PartBoundary } from '../ui/part/PartBoundary.tsx';
import { CrashNotice } from './CrashNotice.tsx';
import { fadePages } from './fadePages.ts';
import { LanguageProvider } from './LanguageProvider.tsx';
import { Shell } from './Shell.tsx';
import { StartProblem } from './StartProblem.tsx';
import type { Start } from './startApp.ts';

const FrameRefusal = lazyPart(async () => (await import('./embed/FrameRefusal.tsx')).FrameRefusal, 'page');
const InsecurePage = lazyPart(async () => (await import('./InsecurePage.tsx')).InsecurePage, 'page');

export function App({ start }: { readonly start: Start }) {
  return (
    <LanguageProvider>
      <PartBoundary
        failure={(error) => <CrashNotice reason={error instanceof Error ? error.message : String(error)} />}
      >
        <Suspense>
          <Started start={start} />
        </Suspense>
      </PartBoundary>
    </LanguageProvider>
  );
}

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
