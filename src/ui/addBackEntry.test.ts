import { describe, expect, it } from 'vitest';
import { addBackEntry } from './addBackEntry.ts';

type Entry = { readonly path: string; readonly state: unknown };

/** A page with a browser's history. It goes back synchronously, unlike a browser. */
function openPage(paths: readonly string[]) {
  const entries: Entry[] = paths.map((path) => ({ path, state: null }));
  let at = entries.length - 1;
  const listeners = new Set<() => void>();
  const go = (by: number) => {
    if (!entries[at + by]) return;
    at += by;
    for (const listener of [...listeners]) listener();
  };
  const push = (path: string, state: unknown) => {
    entries.splice(at + 1, entries.length, { path, state });
    at += 1;
  };
  const page = {
    addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
    history: {
      get state() {
        return entries[at]?.state;
      },
      pushState: (state: unknown) => push(entries[at]?.path ?? '', state),
      back: () => go(-1),
    },
    location: {
      get pathname() {
        return entries[at]?.path ?? '';
      },
    },
  } as unknown as Window;
  const open = () => {
    const sheet = { isClosedByBack: false, close: () => {} };
    sheet.close = addBackEntry(page, () => {
      sheet.isClosedByBack = true;
      sheet.close();
    });
    return sheet;
  };
  return { page, open, visit: (path: string) => push(path, null), back: () => go(-1), forward: () => go(1) };
}

describe('Back', () => {
  it('closes the open sheet and stays on the page', () => {
    const { page, open, back } = openPage(['/activity', '/']);
    const sheet = open();
    back();
    expect([sheet.isClosedByBack, page.location.pathname]).toEqual([true, '/']);
    back();
    expect(page.location.pathname).toBe('/activity');
  });

  it('leaves the page at once if the sheets were closed otherwise', () => {
    const { page, open, back } = openPage(['/activity', '/']);
    for (let count = 0; count < 3; count++) open().close();
    back();
    expect(page.location.pathname).toBe('/activity');
  });

  it('closes only the sheet that is open', () => {
    const { page, open, back } = openPage(['/activity', '/']);
    const first = open();
    first.close();
    const second = open();
    back();
    expect([first.isClosedByBack, second.isClosedByBack]).toEqual([false, true]);
    back();
    expect(page.location.pathname).toBe('/activity');
  });

  it('returns from a page that a sheet linked to', () => {
    const { page, open, visit, back, forward } = openPage(['/activity', '/']);
    const review = open();
    visit('/transfers/1');
    review.close();
    back();
    expect(page.location.pathname).toBe('/');
    forward();
    expect(page.location.pathname).toBe('/transfers/1');
  });

  it('stays on the first page of a tab', () => {
    const { page, open, back } = openPage(['/']);
    open().close();
    back();
    expect(page.location.pathname).toBe('/');
  });
});
