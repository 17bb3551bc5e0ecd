import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Maintenance } from '#shared/config/installationConfig.ts';
import { config } from '../../tools/lab/web/fixtures.ts';
import { currentNotices } from '../config/maintenance.ts';
import { watchNotices } from './watchNotices.ts';

const START = Date.parse('2027-01-01T00:00:00Z');

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/** Watches a `/config.json` that the test can change. */
function watch(settings: { readonly maintenance?: Maintenance[] } = {}) {
  const served = { body: { ...config } as object, requests: 0, visibilityState: 'visible' as DocumentVisibilityState };
  const own = { ...config, ...settings };
  const store = createStore(() => currentNotices(own, Date.now()));
  let onVisible = () => {};
  watchNotices({
    config: own,
    store,
    page: {
      get visibilityState() {
        return served.visibilityState;
      },
      addEventListener: (_type: string, listener: () => void) => {
        onVisible = listener;
      },
    } as unknown as Document,
    fetchFn: async () => {
      served.requests += 1;
      return new Response(JSON.stringify(served.body));
    },
    now: () => Date.now(),
  });
  return { served, store, show: () => onVisible() };
}

test('a maintenance that begins or ends reaches an open page', async () => {
  const { served, store } = watch();
  served.body = { ...config, maintenance: [{ chains: ['Northshore'] }] };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.getState().maintenance).toEqual([{ chains: ['Northshore'] }]);
  served.body = { ...config };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.getState().maintenance).toEqual([]);
});

test('a notice ends on time without a request', async () => {
  const { served, store } = watch({ maintenance: [{ until: START + 5_000 }] });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(store.getState().maintenance).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(store.getState().maintenance).toEqual([]);
  expect(served.requests).toBe(0);
});

test('a hidden page requests nothing until it is shown again', async () => {
  const { served, show } = watch();
  served.visibilityState = 'hidden';
  await vi.advanceTimersByTimeAsync(600_000);
  expect(served.requests).toBe(0);
  served.visibilityState = 'visible';
  show();
  expect(served.requests).toBe(1);
});

test('an invalid or unreachable configuration keeps the notices', async () => {
  const { served, store } = watch({ maintenance: [{}] });
  for (const body of [{ ...config, maintenance: [{ chains: ['Nowhere'] }] }, { maintenance: 'all' }]) {
    served.body = body;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.getState().maintenance).toEqual([{}]);
  }
  expect(served.requests).toBe(2);
});

test('unchanged notices do not change the store, so nothing renders again', async () => {
  const { served, store } = watch({ maintenance: [{}] });
  const changes = vi.fn();
  store.subscribe(changes);
  served.body = { ...config, maintenance: [{}] };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(served.requests).toBe(1);
  expect(changes).not.toHaveBeenCalled();
});
