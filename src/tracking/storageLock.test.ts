import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../../lab/web/memoryStorage.ts';
import { createStorageLock } from './storageLock.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function createBrowser() {
  const storage = createMemoryStorage();
  const time = { now: 1_800_000_000_000 };
  let waiting: (() => void)[] = [];
  let tokens = 0;
  const openTab = () => {
    const page = new EventTarget();
    const runIfFree = createStorageLock({
      storage,
      page,
      now: () => time.now,
      sleep: () => new Promise((resolve) => waiting.push(resolve)),
      createToken: () => {
        tokens += 1;
        return `token${tokens}`;
      },
    });
    return { page, runIfFree };
  };
  /** Ends the wait of every tab that has written its token. */
  const settle = async () => {
    const ended = waiting;
    waiting = [];
    for (const end of ended) end();
    await turn();
  };
  return { storage, time, openTab, settle };
}

/** Work that lasts until the test ends it. */
function createWork() {
  const started: string[] = [];
  let end: () => void = () => {};
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  return { started, work, end: () => end() };
}

describe('a lock in the browser’s storage', () => {
  it('lets one of two tabs run that start at the same moment', async () => {
    const { openTab, settle } = createBrowser();
    const { started, work, end } = createWork();
    const answers = [openTab().runIfFree('wallet', work('first')), openTab().runIfFree('wallet', work('second'))];
    await settle();
    expect(started).toHaveLength(1);
    end();
    expect((await Promise.all(answers)).sort()).toEqual([false, true]);
  });

  it('refuses a second tab while the first works, and runs it afterwards', async () => {
    const { openTab, settle, storage } = createBrowser();
    const { started, work, end } = createWork();
    const first = openTab().runIfFree('wallet', work('first'));
    await settle();
    expect(await openTab().runIfFree('wallet', work('second'))).toBe(false);
    const other = openTab().runIfFree('another account', async () => {});
    await settle();
    expect(await other).toBe(true);
    end();
    expect(await first).toBe(true);
    expect(storage.length).toBe(0);
    const third = openTab().runIfFree('wallet', async () => void started.push('third'));
    await settle();
    expect(await third).toBe(true);
    expect(started).toEqual(['first', 'third']);
  });

  it('is free after a failure, and when the tab with it is closed', async () => {
    const { openTab, settle, storage } = createBrowser();
    const failing = openTab().runIfFree('wallet', async () => {
      throw new Error('no');
    });
    const outcome = failing.catch(() => 'failed');
    await settle();
    expect(await outcome).toBe('failed');
    const { page, runIfFree } = openTab();
    void runIfFree('wallet', () => new Promise(() => {}));
    await settle();
    expect(storage.length).toBe(1);
    page.dispatchEvent(new Event('pagehide'));
    expect(storage.length).toBe(0);
  });

  it('is free after the lease of a tab that crashed, and when the clock was set back', async () => {
    const { openTab, settle, time } = createBrowser();
    void openTab().runIfFree('wallet', () => new Promise(() => {}));
    await settle();
    time.now += 149_000;
    expect(await openTab().runIfFree('wallet', async () => {})).toBe(false);
    time.now += 2000;
    const later = openTab().runIfFree('wallet', () => new Promise(() => {}));
    await settle();
    time.now -= 86_400_000;
    const earlier = openTab().runIfFree('wallet', async () => {});
    await settle();
    expect(await earlier).toBe(true);
    void later;
  });
});
