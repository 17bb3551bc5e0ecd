import { createStore } from 'zustand/vanilla';

export type QueueState = {
  readonly status: 'running' | 'paused' | 'done';
  readonly total: number;
  readonly done: number;
};

type Work<T> = {
  /** How many items are worked on at once. */
  readonly concurrency: number;
  readonly work: (item: T) => Promise<void>;
  readonly onFailure: (item: T, error: unknown) => void;
};

/** Works through a list that can grow, a few items at once. A pause lets the items that have begun end. */
export function createWorkQueue<T>({ concurrency, work, onFailure }: Work<T>) {
  const store = createStore<QueueState>(() => ({ status: 'done', total: 0, done: 0 }));
  const waiting: T[] = [];
  let next = 0;
  let active = 0;

  async function run(item: T): Promise<void> {
    try {
      await work(item);
    } catch (error) {
      onFailure(item, error);
    }
    active -= 1;
    store.setState(({ done }) => ({ done: done + 1 }));
    advance();
  }

  function advance(): void {
    const { status, total, done } = store.getState();
    if (status !== 'running') return;
    if (done === total) store.setState({ status: 'done' });
    const now = waiting.slice(next, next + concurrency - active);
    next += now.length;
    active += now.length;
    for (const item of now) void run(item);
  }

  return {
    store,
    add: (items: readonly T[]): void => {
      const { status, total } = store.getState();
      if (items.length === 0) return;
      waiting.push(...items);
      store.setState({ total: total + items.length, ...(status === 'done' ? { status: 'running' } : {}) });
      advance();
    },
    pause: (): void => {
      if (store.getState().status === 'running') store.setState({ status: 'paused' });
    },
    resume: (): void => {
      if (store.getState().status !== 'paused') return;
      store.setState({ status: 'running' });
      advance();
    },
  };
}
