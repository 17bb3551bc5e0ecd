import type { Options, Result } from 'autocannon';
import autocannon from 'autocannon';
import type { ApiRequest } from './apiRequests.ts';
import { shuffle } from './apiRequests.ts';

const CONNECTIONS = 64;
// Per connection. autocannon builds them all before it starts.
const DIFFERENT = 100;

/** A server, and the requests to send to it. */
export type Target = { readonly url: string; readonly requests: readonly ApiRequest[] };

/** Either a duration or a number of requests. */
type Extent = { readonly seconds: number } | { readonly amount: number };

export type Saturation = { readonly answered: number; readonly perSecond: number };

/**
 * Sends requests over 64 connections. Each connection sends its next request once the last answer is complete.
 * @throws when an answer is not 200
 */
export async function saturate({ url, requests }: Target, extent: Extent): Promise<Saturation> {
  const { pathname } = new URL(url);
  const made = requests.map(({ path, ...request }) => ({ ...request, path: pathname.replace(/\/$/, '') + path }));
  const options: Options = {
    url,
    connections: CONNECTIONS,
    ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.amount }),
    // Each connection sends the requests in a different order, so that few equal ones arrive together.
    setupClient: (client) => client.setRequests(shuffle(made).slice(0, DIFFERENT)),
  };
  // autocannon's own duration includes building the requests.
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  const result = await new Promise<Result>((resolve, reject) => {
    const running = autocannon(options, (error, value) => (error ? reject(error) : resolve(value)));
    running.on('response', () => {
      last = performance.now();
      first = Math.min(first, last);
    });
  });
  const { errors, timeouts, non2xx, '2xx': answered } = result;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts and ${non2xx} answers other than 2xx`);
  }
  return { answered, perSecond: (answered * 1000) / (last - first) };
}
