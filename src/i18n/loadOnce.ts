/** Something that the app loads once, when it is first needed. */
export type LoadOnce<T> = {
  /** Loads once. After a failure, the next call tries again. */
  readonly load: () => Promise<T>;
  /** For a render: the last load, even if it failed. A render that tried again after each failure would never end. */
  readonly lastLoad: () => Promise<T>;
  /** The loaded value; null before it has loaded. */
  readonly peek: () => T | null;
  /** Makes the next `load` or `lastLoad` start again. */
  readonly forget: () => void;
};

export function loadOnce<T>(create: () => Promise<T>): LoadOnce<T> {
  let last: Promise<T> | null = null;
  let loaded: T | null = null;
  let hasFailed = false;
  const forget = () => {
    last = null;
    hasFailed = false;
  };

  function start(): Promise<T> {
    const started = create();
    started.then(
      (value) => {
        loaded = value;
        // React reads these fields of a promise, and renders a loaded value without suspending.
        Object.assign(started, { status: 'fulfilled', value });
      },
      () => {
        if (last === started) hasFailed = true;
      },
    );
    return started;
  }
  const lastLoad = () => {
    last ??= start();
    return last;
  };
  return {
    lastLoad,
    forget,
    load: () => {
      if (hasFailed) forget();
      return lastLoad();
    },
    peek: () => loaded,
  };
}

/** A file of the app could not be fetched: the browser is offline, or a newer version has replaced the file. */
export class NotLoaded extends Error {
  readonly code = 'not_loaded';
}
