import { createHash } from 'node:crypto';
import { codes } from '#shared/wire/codes.ts';
import { hashOf } from '../receipts/fillTransfers.ts';

/** One request to the API. */
export type ApiRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Requests of one kind. Their answers differ in length by a few bytes at most. */
export type RequestKind = {
  readonly name: string;
  /** The goal: the service's requests a second as a share of the bare server's. */
  readonly goal: number;
  /** The expected code in each answer's envelope. */
  readonly code: number;
  readonly requests: readonly ApiRequest[];
};

/** How many transfers the database holds. All are final. */
export const TRANSFERS = 100_000;
const DIFFERENT = 2000;
// A person requests a build after each pause in typing, so senders repeat.
const SENDERS = 8;
// As a reverse proxy sets it.
const CLIENT = { 'x-forwarded-for': '198.51.100.1' };

function post(path: string, body: unknown): ApiRequest {
  const headers = { ...CLIENT, 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

const receiptOf = (hash: string) => post('/get_receipt', { from_chain_hash: hash });

function buildOf(tokenName: string, value: string, sender: number): ApiRequest {
  const address = `0x${createHash('sha256').update(`sender ${sender}`).digest('hex').slice(0, 40)}`;
  return post('/get_build_tx', {
    ...{ from_address: address, from_chain_name: 'Northshore', to_address: address, to_chain_name: 'Southshore' },
    ...{ token_name: tokenName, ui_value: value },
  });
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

export const REQUEST_KINDS: readonly RequestKind[] = [
  { name: 'pairs', goal: 0.6, code: codes.ok, requests: [post('/get_all_pair_infos', {})] },
  {
    name: 'pairs as the web app asks (GET, brotli)',
    goal: 0.6,
    code: codes.ok,
    requests: [{ method: 'GET', path: '/pairs', headers: { ...CLIENT, 'accept-encoding': 'gzip, deflate, br, zstd' } }],
  },
  {
    name: 'known receipt',
    goal: 0.3,
    code: codes.ok,
    // A transfer whose number is a multiple of 50 is delivered, and alone in its transaction.
    requests: times(DIFFERENT, (index) => receiptOf(hashOf('transaction', 50 * (index + 1)))),
  },
  {
    name: 'unknown receipt',
    goal: 0.3,
    code: codes.receiptUnknown,
    requests: times(DIFFERENT, (index) => receiptOf(hashOf('payment', TRANSFERS + index))),
  },
  {
    name: 'build, native coin',
    goal: 0.35,
    code: codes.ok,
    requests: times(SENDERS, (index) => buildOf('ETH', '1.5', index)),
  },
  {
    name: 'build, token',
    goal: 0.35,
    code: codes.ok,
    requests: times(SENDERS, (index) => buildOf('USDC', '20', index)),
  },
];

/** Shuffles the requests. */
export function shuffle(requests: readonly ApiRequest[]): ApiRequest[] {
  const keyed = requests.map((request) => ({ request, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ request }) => request);
}
