import { errorReport } from './errorReport.ts';

/** React tells main.tsx of errors that a part of the screen has caught, and main.tsx dispatches them. */
const CAUGHT_ERROR = 'causeway:caught';

/** A page that fails in a loop must not become a flood. */
const MAX_REPORTS = 20;

type Inputs = {
  readonly page: Pick<Window, 'addEventListener'>;
  readonly url: string;
  readonly version: string;
  readonly fetchFn: typeof fetch;
};

/** Sends the class and the code of each kind of error once per page. */
export function watchErrors({ page, url, version, fetchFn }: Inputs): void {
  const sent = new Set<string>();

  function report(error: unknown): void {
    const found = errorReport(error, version);
    const body = JSON.stringify(found);
    if (!found || sent.has(body) || sent.size >= MAX_REPORTS) return;
    sent.add(body);
    // It outlives the page as a beacon does. A beacon would send the cookies of the endpoint.
    void fetchFn(url, {
      ...{ method: 'POST', mode: 'no-cors', keepalive: true, credentials: 'omit', referrerPolicy: 'no-referrer' },
      body,
    }).catch(() => {});
  }

  page.addEventListener('error', ({ error }) => report(error));
  page.addEventListener('unhandledrejection', ({ reason }) => report(reason));
  page.addEventListener(CAUGHT_ERROR, (event) => report((event as CustomEvent<unknown>).detail));
}
