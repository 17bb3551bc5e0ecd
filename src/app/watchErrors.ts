/** The whole report. No address, hash or amount fits into any of its fields. */
type ErrorReport = { readonly class: string; readonly code: string | number | null; readonly version: string };

// Letters only, and shorter than an address, because a wallet or a token can choose the name of an error.
const CLASS = /^[A-Z][A-Za-z]{2,31}$/;
const CODE = /^[a-z]+(?:_[a-z]+)*$/i;
const MAX_CODE_LENGTH = 32;
const REJECTED_BY_PERSON = 4001;

/** The codes of EIP-1193, EIP-5792 and JSON-RPC. Any other number could be an amount. */
function isRpcCode(code: number): boolean {
  return (
    [4100, 4200, 4900, 4901, 4902].includes(code) ||
    (Number.isInteger(code) && ((code >= 5700 && code <= 5760) || (code >= -32_768 && code <= -32_000)))
  );
}

function readCode(code: unknown): ErrorReport['code'] {
  if (typeof code === 'number') return isRpcCode(code) ? code : null;
  return typeof code === 'string' && code.length <= MAX_CODE_LENGTH && CODE.test(code) ? code : null;
}

/** @returns null for what is not an error: a request that the person rejected or the app aborted */
export function errorReport(error: unknown, version: string): ErrorReport | null {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown };
  if (code === REJECTED_BY_PERSON || name === 'UserRejectedRequestError' || name === 'AbortError') return null;
  return { class: typeof name === 'string' && CLASS.test(name) ? name : 'Error', code: readCode(code), version };
}

/** React reports errors caught by an error boundary to main.tsx, which dispatches them as this event. */
const CAUGHT_ERROR = 'causeway:caught';

/** Keeps a page that fails in a loop from flooding the endpoint. */
const MAX_REPORTS = 20;

type Inputs = {
  readonly page: Pick<Window, 'addEventListener'>;
  readonly url: string;
  readonly version: string;
  readonly fetchFn: typeof fetch;
};

/** Sends the class and code of each kind of error once per page. */
export function watchErrors({ page, url, version, fetchFn }: Inputs): void {
  const sent = new Set<string>();

  function report(error: unknown): void {
    const found = errorReport(error, version);
    const body = JSON.stringify(found);
    if (!found || sent.has(body) || sent.size >= MAX_REPORTS) return;
    sent.add(body);
    // `keepalive` lets the request outlive the page, like a beacon. A beacon would send the endpoint's cookies.
    void fetchFn(url, {
      ...{ method: 'POST', mode: 'no-cors', keepalive: true, credentials: 'omit', referrerPolicy: 'no-referrer' },
      body,
    }).catch(() => {});
  }

  page.addEventListener('error', ({ error }) => report(error));
  page.addEventListener('unhandledrejection', ({ reason }) => report(reason));
  page.addEventListener(CAUGHT_ERROR, (event) => report((event as CustomEvent<unknown>).detail));
}
