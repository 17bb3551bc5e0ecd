/**
 * A slow answer, with the key of the state that asked for it: the entries, the account, the route or the price. The
 * person may have gone on meanwhile, so an answer to an earlier state must not act on the current one.
 */
export type Answer<T> = { readonly key: string; readonly value: T };

/** @returns null if there is no answer for the current state's key */
export function answerTo<T>(answer: Answer<T> | null | undefined, key: string): T | null {
  return answer && answer.key === key ? answer.value : null;
}
