import { RpcRequestError } from 'viem';
import { isRateLimit } from './refusals.ts';
import type { Post } from './rpcPost.ts';
import type { RpcCall } from './rpcResult.ts';

/** Sends a call to one provider. */
export type SendCall = (call: RpcCall) => Promise<unknown>;

/** Thrown for an answer that is not JSON-RPC, or has neither a result nor an error. */
class EmptyAnswer extends Error {
  readonly code = 'EMPTY_ANSWER';
}

type Numbered = RpcCall & { readonly jsonrpc: '2.0'; readonly id: number };

type Waiting = {
  readonly body: Numbered;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
};

type RpcError = { readonly code: number; readonly message: string };

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** @throws RpcRequestError, EmptyAnswer */
function readAnswer(answer: unknown, { body, url }: { readonly body: Numbered; readonly url: string }): unknown {
  const { result, error }: { result?: unknown; error?: unknown } = isObject(answer) ? answer : {};
  if (error) throw new RpcRequestError({ body, error: error as RpcError, url });
  if (result === undefined) throw new EmptyAnswer(`the answer to ${body.method} has no result`);
  return result;
}

/**
 * Finds the answers to several calls by their ids. An endpoint that limits calls may refuse all of them with one error.
 * @throws EmptyAnswer, after which each call is sent alone: some endpoints accept no lists
 */
function findAnswers(answer: unknown): (body: Numbered) => unknown {
  if (Array.isArray(answer)) {
    const byId = new Map(answer.filter(isObject).map((one) => [String(one.id), one]));
    return ({ id }) => byId.get(String(id));
  }
  const error = isObject(answer) ? (answer.error as RpcError | undefined) : undefined;
  if (error && isRateLimit(new RpcRequestError({ body: {}, error, url: '' }))) return () => ({ error });
  throw new EmptyAnswer('the answer to several calls is not a list');
}

/**
 * Creates what sends JSON-RPC calls to an endpoint.
 * @param batchSize at most this many of the calls made at the same time share a request
 */
export function createJsonRpc(post: Post, { url, batchSize }: { url: string; batchSize: number }): SendCall {
  let waiting: Waiting[] = [];
  let nextId = 0;

  const send = async (calls: readonly Waiting[]): Promise<void> => {
    const bodies = calls.map(({ body }) => body);
    try {
      const isOne = bodies.length === 1;
      const answer = await post(JSON.stringify(isOne ? bodies[0] : bodies));
      const find = isOne ? () => answer : findAnswers(answer);
      for (const { body, resolve, reject } of calls) {
        try {
          resolve(readAnswer(find(body), { body, url }));
        } catch (error) {
          reject(error);
        }
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };

  const sendAll = () => {
    const calls = waiting;
    waiting = [];
    for (let from = 0; from < calls.length; from += batchSize) void send(calls.slice(from, from + batchSize));
  };

  return ({ method, params }) =>
    new Promise((resolve, reject) => {
      nextId += 1;
      waiting.push({ body: { jsonrpc: '2.0', id: nextId, method, params }, resolve, reject });
      if (batchSize === 1) sendAll();
      else if (waiting.length === 1) setImmediate(sendAll);
    });
}
