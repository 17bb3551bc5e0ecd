import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { Routes } from '../api/offer.ts';
import { useAppServices } from '../app/services.ts';
import { priceNow } from '../lib/fiatPrice.ts';
import { firstDraft, formUrl, usualDraft } from './formDraft.ts';
import type { Form, FormAction } from './model/form.ts';
import { draftOf, resolveForm } from './model/form.ts';
import { showForm, takeAction } from './model/liveForm.ts';

/** Safari throws after 100 calls of replaceState in 30 s. */
const MIN_INTERVAL_MS = 400;

/** Limits how often the URL is written: the first change at once, later ones together. */
export function createUrlMirror(write: (url: string) => void) {
  let wanted: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function flush(): void {
    timer = null;
    if (wanted === null) return;
    const url = wanted;
    wanted = null;
    timer = setTimeout(flush, MIN_INTERVAL_MS);
    try {
      write(url);
    } catch {
      // The form works without its URL. The next change writes it again.
    }
  }

  return {
    show(url: string): void {
      wanted = url;
      if (timer === null) flush();
    },
    /** Drops the pending URL: the page now shows another route. */
    stop(): void {
      if (timer !== null) clearTimeout(timer);
      [timer, wanted] = [null, null];
    },
  };
}

/**
 * Holds the form in one reducer. Mirrors it into the address bar, so that a reload or a link restores it, and into the
 * page's memory, so that it survives a visit to another page of the app.
 */
export function useBridgeForm(routes: Routes) {
  const { formMemory, store, config } = useAppServices();
  // The address bar soon shows the form instead.
  const [search] = useState(window.location.search);
  const around = { routes, priceOf: priceNow };
  // Routes and prices may have changed since the last action, so an action starts from the form on the screen.
  const [stored, takeShown] = useReducer(
    (before: Form, action: FormAction) => takeAction(before, action, around),
    search,
    () => {
      const usual = usualDraft(Object.values(store.getState().transfers), config.featured);
      return resolveForm(firstDraft(search, formMemory.read(), usual), routes);
    },
  );
  const form = showForm(stored, around);
  useUrl(formUrl(draftOf(form)));

  /** What the screen shows; null once the form is gone. */
  const shown = useRef<{ readonly form: Form; readonly around: typeof around } | null>(null);
  useLayoutEffect(() => {
    shown.current = { form, around };
    return () => {
      shown.current = null;
    };
  });

  function dispatch(action: FormAction): void {
    takeShown(action);
    const now = shown.current ?? { form, around };
    keep(takeAction(now.form, action, now.around), action);
  }

  // Not in an effect: none would run after the page's last action.
  function keep(next: Form, action: FormAction): void {
    if (shown.current) shown.current = { ...shown.current, form: next };
    // The value field takes the focus when it appears, so a reopened form starts with the amount field.
    const left = { ...draftOf(next), fiatText: null, fiatPrice: null };
    if (action.type === 'sent') formMemory.keepSent(left);
    else formMemory.keep(left);
  }

  return { form, search, dispatch };
}

/** Mirrors the form into the address bar. */
function useUrl(url: string): void {
  const { formMemory } = useAppServices();
  const [mirror] = useState(() =>
    createUrlMirror((shown) => {
      window.history.replaceState(window.history.state, '', shown);
      formMemory.keepUrl(shown);
    }),
  );
  useEffect(() => mirror.show(url), [mirror, url]);
  useEffect(() => mirror.stop, [mirror]);
  useEffect(() => {
    // Closing a sheet with Back returns to the history entry below it, which has the URL from before the sheet.
    const showAgain = () => {
      if (window.location.pathname === '/') mirror.show(url);
    };
    window.addEventListener('popstate', showAgain);
    return () => window.removeEventListener('popstate', showAgain);
  }, [mirror, url]);
}
