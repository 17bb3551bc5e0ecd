/**
 * Stored before the wallet opens, so that the app can search the chain for the deposit later. `nonce` is a lower bound:
 * a node may lag behind, or not know the wallet's other pending transactions.
 * `isRefused`: the wallet refused every request so far. Absent until the first has an answer.
 */
export type Attempt = { readonly nonce: number; readonly fromBlock: bigint; readonly isRefused?: boolean };

/** Keeps searching from the block of the first attempt. Its deposit may still appear, unless the wallet refused it. */
export function askedAgain(first: Attempt | null, attempt: Attempt): Attempt {
  return first ? { ...attempt, fromBlock: first.fromBlock, isRefused: first.isRefused ?? false } : attempt;
}

export function answeredWith(attempt: Attempt, answer: 'refused' | 'notSigned'): Attempt {
  return { ...attempt, isRefused: answer === 'refused' && (attempt.isRefused ?? true) };
}
