/**
 * A slow answer, tagged with the key of the state that requested it, such as the form's fields or the account. The state
 * may have changed since, so an answer to an earlier state must not be applied to the current one.
 */
export type Answer<T> = { readonly key: string; readonly value: T };

/** @returns null if there is no answer for the current state's key */
export function answerTo<T>(answer: Answer<T> | null | undefined, key: string): T | null {
  return answer && answer.key === key ? answer.value : null;
}
