import { describe, expect, it } from 'vitest';
import { createTabs } from './tabs.ts';

/** A page whose visibility the test changes. */
function createPage(hidden = false) {
  const page = Object.assign(new EventTarget(), { hidden });
  const show = (isVisible: boolean) => {
    page.hidden = !isVisible;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { document: page as unknown as Document, show };
}

type Request = { readonly name: string; readonly grant: () => void };

/** One browser's Web Locks, shared by its tabs. */
function createLocks(): LockManager {
  const held = new Map<string, { readonly lose: (reason: Error) => void }>();
  const queue: Request[] = [];
  const aborted = () => new DOMException('aborted', 'AbortError');
  function grantNext(name: string): void {
    const next = queue.findIndex((waiting) => waiting.name === name);
    if (next >= 0) queue.splice(next, 1)[0]?.grant();
  }
  async function request(name: string, options: LockOptions, work: (lock: Lock | null) => Promise<unknown>) {
    const holder = held.get(name);
    if (holder && options.ifAvailable) return work(null);
    if (holder && options.steal) holder.lose(aborted());
    else if (holder) {
      await new Promise<void>((grant, reject) => {
        const waiting = { name, grant };
        queue.push(waiting);
        options.signal?.addEventListener('abort', () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(aborted());
        });
      });
    }
    return new Promise((resolve, reject) => {
      const mine = { lose: reject };
      held.set(name, mine);
      work({ name, mode: 'exclusive' })
        .then(resolve, reject)
        .finally(() => {
          if (held.get(name) !== mine) return;
          held.delete(name);
          grantNext(name);
        });
    });
  }
  return { request, query: async () => ({}) } as unknown as LockManager;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that records when it starts and when its signal ends it. */
function createWork(name: string, events: string[]) {
  return (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      events.push(`${name} starts`);
      signal.addEventListener('abort', () => {
        events.push(`${name} stops`);
        resolve();
      });
    });
}

describe('runInOneTab', () => {
  it('continues in a hidden tab, and restarts at once when the tab is visible', async () => {
    const events: string[] = [];
    const { document, show } = createPage();
    createTabs(document, createLocks()).runInOneTab('track', createWork('tab', events));
    await turn();
    show(false);
    await turn();
    expect(events).toEqual(['tab starts']);
    show(true);
    await turn();
    expect(events).toEqual(['tab starts', 'tab stops', 'tab starts']);
  });

  it('starts in a tab that opens hidden', async () => {
    const events: string[] = [];
    createTabs(createPage(true).document, createLocks()).runInOneTab('track', createWork('tab', events));
    await turn();
    expect(events).toEqual(['tab starts']);
  });

  it('moves to the tab that the person looks at, and stays there beside another visible one', async () => {
    const events: string[] = [];
    const running = () =>
      ['first', 'second'].filter((name) => {
        const mine = events.filter((event) => event.startsWith(name));
        return mine.at(-1) === `${name} starts`;
      });
    const locks = createLocks();
    const [first, second] = [createPage(), createPage(true)];
    createTabs(first.document, locks).runInOneTab('track', createWork('first', events));
    createTabs(second.document, locks).runInOneTab('track', createWork('second', events));
    await turn();
    expect(running()).toEqual(['first']);
    first.show(false);
    second.show(true);
    await turn();
    expect(running()).toEqual(['second']);
    first.show(true);
    await turn();
    expect(running()).toEqual(['first']);
    const { length } = events;
    await turn();
    expect(events).toHaveLength(length);
  });
});

describe('runIfFree', () => {
  it('refuses work with a name that another tab is running', async () => {
    const locks = createLocks();
    const [one, two] = [createTabs(createPage().document, locks), createTabs(createPage().document, locks)];
    let finish: () => void = () => {};
    const running = one.runIfFree('wallet', () => new Promise<void>((resolve) => (finish = resolve)));
    await turn();
    const ran: string[] = [];
    const work = (name: string) => async () => void ran.push(name);
    expect(await two.runIfFree('wallet', work('same'))).toBe(false);
    expect(await two.runIfFree('another wallet', work('other'))).toBe(true);
    finish();
    expect(await running).toBe(true);
    expect(await two.runIfFree('wallet', work('later'))).toBe(true);
    expect(ran).toEqual(['other', 'later']);
  });
});
