import type { CodeText } from './codeTexts.ts';
import { BUILD_CODES, RECEIPT_CODES } from './codeTexts.ts';

/** The path of an operation below the prefix. */
export type OperationPath = '/get_build_tx' | '/get_all_pair_infos' | '/get_receipt' | '/get_receipts';

/** What a reader looks for, in the order of a transfer. */
export const TAGS = {
  Pairs: 'What can be moved from where to where.',
  Builds: 'The transactions to sign.',
  Receipts: 'What has become of a deposit.',
} as const;

export type Tag = keyof typeof TAGS;

type Operation = {
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** The name of the schema of the body. */
  readonly request: string;
  /** The name of the schema of the data. */
  readonly data: string;
  /** The codes of answers without data. */
  readonly failures: Readonly<Record<number, CodeText>>;
};

export const OPERATIONS: Readonly<Record<OperationPath, Operation>> = {
  '/get_build_tx': {
    tag: 'Builds',
    summary: 'Build the unsigned transactions of a deposit, and quote its fees and payout.',
    description:
      'Stores nothing and moves nothing. The service validates chains, token, pair, amount and addresses in this order and names the first fault.',
    request: 'BuildRequest',
    data: 'Build',
    failures: BUILD_CODES,
  },
  '/get_all_pair_infos': {
    tag: 'Pairs',
    summary: 'List the tokens and chains of each offered transfer, with the smallest and largest amount.',
    description: 'Leaves out disabled, paused and unreachable chains. `GET /pairs` gives the same answer.',
    request: 'PairsRequest',
    data: 'Pairs',
    failures: {},
  },
  '/get_receipt': {
    tag: 'Receipts',
    summary: 'Get the state of a transfer by the hash of its deposit.',
    description:
      'A transaction can make several deposits. The answer is then about the first one in progress, or else about the last one.',
    request: 'ReceiptRequest',
    data: 'Receipt',
    failures: RECEIPT_CODES,
  },
  '/get_receipts': {
    tag: 'Receipts',
    summary: 'Get the states of several transfers by the hashes of their deposits, in the order of the hashes.',
    description: 'Counts as one request for each hash. Answers 413 instead of more than 1000 receipts.',
    request: 'ReceiptsRequest',
    data: 'Receipts',
    failures: {},
  },
};
