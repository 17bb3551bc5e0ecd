/** `status.code` of the operations. 0 is success; some services with this interface send 1 instead. */
export const codes = {
  ok: 0,
  unknownChain: 901,
  chainNotServed: 902,
  pairNotOffered: 903,
  valueOutOfRange: 904,
  unknownToken: 905,
  cannotBuild: 906,
  receiptUnknown: 907,
  receiptInProgress: 908,
  transferFailed: 909,
} as const;

export type BuildFailureCode = 901 | 902 | 903 | 904 | 905 | 906;
export type ReceiptFailureCode = 907 | 908 | 909;

/** HTTP statuses of requests that fail before an operation runs. `status.code` repeats the HTTP status. */
export const HTTP_FAILURES = [400, 404, 405, 413, 415, 429, 500, 503] as const;
export type HttpFailure = (typeof HTTP_FAILURES)[number];
