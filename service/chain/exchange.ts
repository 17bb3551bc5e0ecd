import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';

/** Sends the head of a request on a new connection. */
export type OpenRequest = (options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) => ClientRequest;

export type Answer = { readonly status: number; readonly text: string };

export type Question = {
  readonly path: string;
  /** JSON to post; null to get. */
  readonly body: string | null;
  /** For everything, from the connection to the last byte. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Beside the type of the content. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Asks a signer once, follows no redirect, and reads no more than the limit. Rejects when there is no whole answer in time. */
export function exchange(
  open: OpenRequest,
  { path, body, timeoutMs, maxAnswerBytes, headers = {} }: Question,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === null ? 'GET' : 'POST';
    // Each request opens a connection: a kept one would break with every restart of the signer.
    const options = { path, method, agent: false as const, signal: AbortSignal.timeout(timeoutMs) };
    const sent = open({ ...options, headers: { ...headers, 'content-type': 'application/json' } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > maxAnswerBytes) response.destroy(new Error('the answer is too long'));
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}
