import { MAX_HASHES } from '#shared/wire/receipts.ts';

/**
 * Answers for a list of hashes. Asking about one also asks about the next ones in the list, so that they share a
 * request: a thousand hashes take ten requests.
 */
export function createReadAhead<T>(ask: (hash: string) => Promise<T>) {
  const listed = new Set<string>();
  const answers = new Map<string, Promise<T>>();

  function start(hash: string): Promise<T> {
    listed.delete(hash);
    const answer = ask(hash);
    // Nobody may ask for this answer, and an unhandled rejection would be reported as an error.
    answer.catch(() => {});
    answers.set(hash, answer);
    return answer;
  }

  function list(hashes: readonly string[]): void {
    for (const hash of hashes) {
      const key = hash.toLowerCase();
      if (!answers.has(key)) listed.add(key);
    }
  }

  return {
    /** Announces the hashes that will be asked about, in this order. */
    list,
    /** Asks about these hashes again. */
    forget: (hashes: readonly string[]): void => {
      for (const hash of hashes) answers.delete(hash.toLowerCase());
      list(hashes);
    },
    answerTo: (hash: string): Promise<T> => {
      const key = hash.toLowerCase();
      const known = answers.get(key);
      if (known) return known;
      const answer = start(key);
      for (const next of [...listed].slice(0, MAX_HASHES - 1)) void start(next);
      return answer;
    },
  };
}
