import { request as send } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import type { ApiRequest, RequestKind } from './apiRequests.ts';

/** An answer of the service that another server can replay. */
export type RecordedAnswer = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes in base64, encoded as the service sent them. */
  readonly body: string;
};

// Node sets these itself.
const OF_THE_CONNECTION = ['connection', 'date', 'keep-alive'];

/** Not `fetch`, which would decode the body. */
function ask(url: string, { method, path, headers, body }: ApiRequest): Promise<RecordedAnswer> {
  return new Promise((resolve, reject) => {
    const sent = send(`${url}${path}`, { method, headers }, async (response) => {
      const { statusCode: status = 0, rawHeaders } = response;
      const chunks: Buffer[] = await response.toArray();
      if (status !== 200) return reject(new Error(`${method} ${path} answered ${status}`));
      const pairs = rawHeaders.flatMap((name, index) =>
        index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
      );
      return resolve({
        status,
        headers: pairs.filter(([name]) => !OF_THE_CONNECTION.includes(name.toLowerCase())),
        body: Buffer.concat(chunks).toString('base64'),
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Asks the service once. @throws when the answer's code is not the expected one */
export async function recordAnswer(
  url: string,
  { name, code, requests: [first] }: RequestKind,
): Promise<RecordedAnswer> {
  if (!first) throw new Error(`the kind ${name} has no request`);
  const answer = await ask(url, first);
  const bytes = Buffer.from(answer.body, 'base64');
  const isEncoded = answer.headers.some(([header]) => header.toLowerCase() === 'content-encoding');
  const text = (isEncoded ? brotliDecompressSync(bytes) : bytes).toString();
  if (JSON.parse(text).status.code !== code)
    throw new Error(`${name}: the answer should have the code ${code}: ${text}`);
  return answer;
}
