import { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { parseConfig, UnusableConfig } from '#shared/config/runtimeConfig.ts';
import { withEarlyAnswers } from '../api/earlyAnswers.ts';
import { offerQuery } from '../api/queries.ts';
import { createYieldWhenDue } from '../api/yieldWhenDue.ts';
import { fetchConfig } from '../config/fetchConfig.ts';
import { loadWaitingForm } from '../form/BridgePage.tsx';
import { textLoader } from '../i18n/useTexts.ts';
import { createStored } from '../lib/createStored.ts';
import { sleep } from '../lib/sleep.ts';
import { Banner, pageAt } from './chunks.ts';
import { createAppServices } from './createAppServices.ts';
import { firstLanguage } from './LanguageProvider.tsx';
import type { AppServices } from './services.ts';

export type Start =
  | {
      readonly kind: 'started';
      readonly services: AppServices;
      readonly queryClient: QueryClient;
      /** To call after the first render. */
      readonly startBackground: () => void;
    }
  | { readonly kind: 'unusable'; readonly problem: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The browser has no Web Locks: the page isn't served securely, or the browser is too old. */
  | { readonly kind: 'insecure' }
  /** Another site shows the app in a frame, without the operator's permission. */
  | { readonly kind: 'refused'; readonly site: string | null };

/** How long the first render waits for the pairs. With them, the finished form replaces the early page directly. */
const PAIRS_PATIENCE_MS = 1_000;

/** How long it waits for another page. A page that has loaded by then shows without a spinner before it. */
const PAGE_PATIENCE_MS = 200;

/** Loads what the first render needs. Never throws: the app shows why it could not start. */
export async function startApp(): Promise<Start> {
  // If the texts fail to load, the first component that needs them reports it.
  const texts = textLoader.choose(firstLanguage()).catch(() => {});
  try {
    const start = await startServices();
    await texts;
    return start;
  } catch (error) {
    void showFont();
    await texts;
    if (error instanceof UnusableConfig) return { kind: 'unusable', problem: error.message };
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function startServices(): Promise<Start> {
  // TypeScript does not know that these are missing without HTTPS.
  const { locks } = navigator as { readonly locks?: LockManager };
  const { randomUUID } = crypto as { readonly randomUUID?: () => string };
  if (!locks || !randomUUID) {
    void showFont();
    return { kind: 'insecure' };
  }
  const fetchFn = withEarlyAnswers(window.fetch.bind(window));
  const config = await parseConfig(await fetchConfig(fetchFn), createYieldWhenDue());
  if (config.theme) (await import('./applyTheme.ts')).applyTheme(config.theme);
  if (!config.theme?.family) void showFont();
  if (config.banner) await Banner.preload();
  const framing = window.parent === window ? null : (await import('./embed/enterFrame.ts')).enterFrame(config);
  if (framing && !framing.isAllowed) return { kind: 'refused', site: framing.site };
  const { services, startBackground } = createAppServices(config, { frameSite: framing?.site ?? null, fetchFn });
  const queryClient = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: true } } });
  const { pathname } = window.location;
  if (pathname === '/') {
    const offered = queryClient.prefetchQuery(offerQuery(services));
    await Promise.race([offered, sleep(PAIRS_PATIENCE_MS).then(loadWaitingForm)]);
  } else {
    void textLoader.settle('app');
    await Promise.race([pageAt(pathname)?.preload(), sleep(PAGE_PATIENCE_MS)]);
  }
  return { kind: 'started', services, queryClient, startBackground };
}

/** Whether the font is in the browser's cache. If so, firstPaint.js shows it from the first paint on. */
const isKnown = createStored(() => window.localStorage, {
  key: 'causeway.font',
  schema: v.boolean(),
  empty: false,
});

/**
 * Shows the app's font once it has loaded. The app's code loads first, because a form in the system's font is better
 * than no form. If the font does not load, nothing changes.
 */
async function showFont(): Promise<void> {
  const root = document.documentElement;
  const family = window.getComputedStyle(root).getPropertyValue('--own-font');
  const faces = await document.fonts.load(`1em ${family}`).catch(() => []);
  if (faces.length === 0) return;
  root.dataset.font = '';
  isKnown.choose(true);
}
