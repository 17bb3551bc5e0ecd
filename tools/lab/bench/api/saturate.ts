import type { Options, Result } from 'autocannon';
import autocannon from 'autocannon';
import type { ApiRequest } from './apiRequests.ts';
import { shuffle } from './apiRequests.ts';

const CONNECTIONS = 64;
// Of each connection: autocannon makes them all before it starts.
const DIFFERENT = 100;

/** A server, and the requests to send to it. */
export type Target = { readonly url: string; readonly requests: readonly ApiRequest[] };

/** Either a time or a number of requests. */
type Extent = { readonly seconds: number } | { readonly amount: number };

export type Saturation = { readonly answered: number; readonly perSecond: number };

/**
 * Sends requests over 64 connections, on each the next one when the answer to the last one is complete.
 * @throws when an answer is not 200
 */
export async function saturate({ url, requests }: Target, extent: Extent): Promise<Saturation> {
  const { pathname } = new URL(url);
  const made = requests.map(({ path, ...request }) => ({ ...request, path: pathname.replace(/\/$/, '') + path }));
  const options: Options = {
    url,
    connections: CONNECTIONS,
    ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.amount }),
    // Each connection sends others in another order, so that few equal requests arrive together.
    setupClient: (client) => client.setRequests(shuffle(made).slice(0, DIFFERENT)),
  };
  // autocannon's own time includes the making of the requests.
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
