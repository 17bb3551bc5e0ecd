/**
 * An answer that takes time, with the key of the state that asked: the entries, the account, the route or the price. A person
 * goes on meanwhile, and an answer to an earlier state must not act on the present one.
 */
export type Answer<T> = { readonly key: string; readonly value: T };

/** @returns null where no answer has the key of the present state */
export function answerTo<T>(answer: Answer<T> | null | undefined, key: string): T | null {
  return answer && answer.key === key ? answer.value : null;
}
