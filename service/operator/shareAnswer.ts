/**
 * Lets everybody who asks while an answer is made, and for some time after, have the same one: a flood of questions costs
 * no more than one.
 */
export function shareAnswer<T>(keepMs: number, answer: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  return () => {
    if (current) return current;
    const made = answer();
    current = made;
    const forget = () => {
      if (current === made) current = null;
    };
    made.then(() => setTimeout(forget, keepMs).unref(), forget);
    return made;
  };
}
