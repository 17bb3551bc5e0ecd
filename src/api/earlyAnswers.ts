import { ownValue } from '../lib/ownValue.ts';

type EarlyAnswer = { readonly answer: Promise<Response>; readonly stop: AbortController };

/** What index.html asked for before the app's code had arrived (tools/vite/earlyPage/askEarly.js), by URL and body. */
export type EarlyAnswers = Record<string, EarlyAnswer>;

declare global {
  var causewayAnswers: EarlyAnswers | undefined;
}

/** Answers the first request like each early one with the early answer, and sends every other request. */
export function withEarlyAnswers(fetchFn: typeof fetch, early: EarlyAnswers = globalThis.causewayAnswers ?? {}) {
  const fetchOrTake: typeof fetch = (input, init) => {
    const key = `${input}${init?.body ?? ''}`;
    const asked = ownValue(early, key);
    if (!asked) return fetchFn(input, init);
    delete early[key];
    const { signal } = init ?? {};
    if (signal?.aborted) asked.stop.abort(signal.reason);
    signal?.addEventListener('abort', () => asked.stop.abort(signal.reason));
    return asked.answer;
  };
  return fetchOrTake;
}
