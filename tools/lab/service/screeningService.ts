import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:http';

export type ScreeningQuestion = {
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly transfer: string;
    readonly addresses: readonly { readonly role: string; readonly chain_id: number; readonly address: string }[];
  };
};

/** Answers a request, or leaves it unanswered. */
export type AnswerQuestion = (question: ScreeningQuestion, response: ServerResponse) => void;

export type TestScreening = {
  readonly url: string;
  readonly questions: readonly ScreeningQuestion[];
  answerWith(answer: AnswerQuestion): void;
  stop(): Promise<void>;
};

export function answerJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Reports a match for these addresses only. */
export function matching(...listed: readonly string[]): AnswerQuestion {
  const wanted = new Set(listed.map((address) => address.toLowerCase()));
  return ({ body }, response) =>
    answerJson(response, {
      results: body.addresses.map(({ address }) => ({ address, match: wanted.has(address.toLowerCase()) })),
    });
}

/** A screening service on this machine. Initially nothing matches. */
export async function startScreening(): Promise<TestScreening> {
  const questions: ScreeningQuestion[] = [];
  let answer: AnswerQuestion = matching();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const question = { headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
      questions.push(question);
      answer(question, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/screen`,
    questions,
    answerWith: (next) => {
      answer = next;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
