/** Remembers the last message that a person closed, so that a new text shows again. */
export function createDismissals(storage: () => Storage, installation: string) {
  const key = `causeway.dismissed.${installation}`;
  let last: string | null = null;
  return {
    has(text: string): boolean {
      try {
        return text === (last ?? storage().getItem(key));
      } catch {
        // The browser blocks storage: the message stays closed until the page closes.
        return text === last;
      }
    },
    add(text: string): void {
      last = text;
      try {
        storage().setItem(key, text);
      } catch {}
    },
  };
}
