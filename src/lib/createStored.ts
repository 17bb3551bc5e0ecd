import * as v from 'valibot';

export type StorageArea = Pick<Storage, 'getItem' | 'setItem'>;

type Options<T> = {
  readonly key: string;
  /**
   * Validates the parsed JSON. It should be strict, because a change would drop a field that a later version has added.
   */
  readonly schema: v.GenericSchema<unknown, T>;
  /** The value if nothing readable is stored. */
  readonly empty: T;
};

/** A value in the browser's storage. `subscribe` and `get` are for `useSyncExternalStore`. */
export type Stored<T> = {
  /** The current value: the same object until it changes. */
  readonly get: () => T;
  /**
   * Changes the stored value, which another tab may have written. A text that this version cannot read is left in
   * place.
   * @returns whether the browser stored the change; if not, the value is unchanged
   */
  readonly change: (apply: (stored: T) => T) => boolean;
  /**
   * Replaces the value. The page uses the new value even if the browser does not store it.
   * @returns whether the browser stored it
   */
  readonly choose: (value: T) => boolean;
  /**
   * Notifies of changes in this tab and in others.
   * @returns the function that unsubscribes
   */
  readonly subscribe: (onChange: () => void) => () => void;
};

const writeBigint = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

/** Keeps one value as JSON. `area` is a function, because a browser that blocks storage throws on the access itself. */
export function createStored<T>(area: () => StorageArea, { key, schema, empty }: Options<T>): Stored<T> {
  const listeners = new Set<() => void>();
  let parsed: { readonly text: string | null; readonly value: T } = { text: null, value: empty };
  let unsaved: { readonly value: T } | null = null;

  const parse = (text: string) => ({ text, value: v.parse(schema, JSON.parse(text)) });

  /** Null for a text that this version cannot read, and if the browser blocks storage. */
  function read(): { readonly value: T } | null {
    try {
      const text = area().getItem(key);
      if (text !== parsed.text) parsed = text === null ? { text, value: empty } : parse(text);
      return parsed;
    } catch {
      return null;
    }
  }

  function write(value: T): boolean {
    try {
      const text = JSON.stringify(value, writeBigint);
      // Storing a text that no page can read would block every later change.
      const readable = parse(text);
      area().setItem(key, text);
      parsed = readable;
      return true;
    } catch {
      return false;
    }
  }

  function tell(): void {
    for (const onChange of listeners) onChange();
  }

  return {
    get: () => (unsaved ?? read() ?? { value: empty }).value,
    change: (apply) => {
      const stored = read();
      if (!stored || !write(apply(stored.value))) return false;
      tell();
      return true;
    },
    choose: (value) => {
      const isStored = write(value);
      unsaved = isStored ? null : { value };
      tell();
      return isStored;
    },
    subscribe: (onChange) => {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) onChange();
      };
      listeners.add(onChange);
      window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(onChange);
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}
