import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, use } from 'react';
import { Router } from 'wouter';
import { offerQuery } from '../api/queries.ts';
import { loadRuntimeConfig, UnusableConfig } from '../config/runtimeConfig.ts';
import type { AppServices } from '../context/appServices.ts';
import { AppServicesContext } from '../context/appServices.ts';
import { lazyPart } from '../ui/part/lazyPart.tsx';
import { PartBoundary } from '../ui/part/PartBoundary.tsx';
import { loadTexts } from '../words/textLoader.ts';
import { loadBanner } from './BannerPart.tsx';
import { CrashNotice } from './CrashNotice.tsx';
import { createAppServices } from './createAppServices.ts';
import { fadePages } from './fadePages.ts';
import { firstLanguage, LanguageProvider } from './LanguageProvider.tsx';
import { Shell } from './Shell.tsx';
import { StartProblem } from './StartProblem.tsx';

type Start =
  | { readonly kind: 'started'; readonly services: AppServices }
  | { readonly kind: 'unusable'; readonly problem: string }
  /** Another site shows the app in a frame, without the operator's permission. */
  | { readonly kind: 'refused'; readonly site: string | null };

const FrameRefusal = lazyPart(async () => (await import('./embed/FrameRefusal.tsx')).FrameRefusal, 'page');

const queryClient = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: true } } });

async function start(): Promise<Start> {
  // The texts load beside the configuration. The first component that needs them waits for them, and gets a failure.
  loadTexts(firstLanguage()).catch(() => {});
  try {
    const config = await loadRuntimeConfig(window.fetch.bind(window));
    if (config.theme) (await import('./applyTheme.ts')).applyTheme(config.theme);
    if (config.banner) await loadBanner();
    const framing = window.parent === window ? null : (await import('./embed/enterFrame.ts')).enterFrame(config);
    if (framing && !framing.isAllowed) return { kind: 'refused', site: framing.site };
    const services = createAppServices(config, framing?.site ?? null);
    // The form asks for the pairs when it renders, and that is after its texts have loaded.
    if (window.location.pathname === '/') void queryClient.prefetchQuery(offerQuery(services));
    return { kind: 'started', services };
  } catch (error) {
    if (error instanceof UnusableConfig) return { kind: 'unusable', problem: error.message };
    throw error;
  }
}

const started = start();

export function App() {
  return (
    <LanguageProvider>
      <PartBoundary
        failure={(error) => <CrashNotice reason={error instanceof Error ? error.message : String(error)} />}
      >
        <Suspense>
          <Started />
        </Suspense>
      </PartBoundary>
    </LanguageProvider>
  );
}

function Started() {
  const result = use(started);
  if (result.kind === 'unusable') return <StartProblem problem={result.problem} />;
  if (result.kind === 'refused') return <FrameRefusal site={result.site} />;
  return (
    <QueryClientProvider client={queryClient}>
      <AppServicesContext value={result.services}>
        <Router aroundNav={fadePages}>
          <Shell />
        </Router>
      </AppServicesContext>
    </QueryClientProvider>
  );
}
