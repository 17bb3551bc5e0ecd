import { flushSync } from 'react-dom';
import type { AroundNavHandler } from 'wouter';

/** The old page stays visible for at most so long while the code of the new one loads. */
const MAX_WAIT_MS = 300;

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

/** Fades from one page into the next and starts it at its top. Without a fade where the browser or the person wants none. */
export const fadePages: AroundNavHandler = (navigate, to, options) => {
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
  // A second navigation skips the fade of the first.
  ready.catch(() => {});
};
