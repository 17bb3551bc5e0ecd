/** Everything that a report has. An address, a hash or an amount fits into none of the fields. */
type ErrorReport = { readonly class: string; readonly code: string | number | null; readonly version: string };

// Letters only, and shorter than an address: a wallet or a token can choose the name of an error.
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

/** @returns null for what is no error: a person who rejects a request, and a request that the app itself stopped */
export function errorReport(error: unknown, version: string): ErrorReport | null {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown };
  if (code === REJECTED_BY_PERSON || name === 'UserRejectedRequestError' || name === 'AbortError') return null;
  return { class: typeof name === 'string' && CLASS.test(name) ? name : 'Error', code: readCode(code), version };
}

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
