/** Answers of a wallet that are no transaction hash. */
export const INVALID_HASHES: Readonly<Record<string, unknown>> = {
  null: null,
  'a number': 7,
  'an object': { hash: 'yes' },
  'an empty text': '',
  'a short hash': '0x1234',
};
