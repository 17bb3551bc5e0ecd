/** Everything that a report has. An address, a hash or an amount fits into none of the fields. */
export type ErrorReport = { readonly class: string; readonly code: string | number | null; readonly version: string };

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
