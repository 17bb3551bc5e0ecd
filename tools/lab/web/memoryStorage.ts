/** In-memory browser storage. */
export function createMemoryStorage(isFull: () => boolean = () => false): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => {
      if (isFull()) throw new Error('QuotaExceededError');
      items.set(key, value);
    },
  };
}
