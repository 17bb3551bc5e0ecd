import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStorage } from '../../tools/lab/web/memoryStorage.ts';
import type { StorageArea } from './createStored.ts';
import { createStored } from './createStored.ts';

const KEY = 'causeway.test';
const blocked = (): StorageArea => {
  throw new DOMException('blocked', 'SecurityError');
};

const names = (area: () => StorageArea) =>
  createStored(area, { key: KEY, schema: v.array(v.strictObject({ name: v.string() })), empty: [] });
const theme = (area: () => StorageArea) =>
  createStored(area, { key: KEY, schema: v.nullable(v.picklist(['light', 'dark'])), empty: null });
const add = (name: string) => (stored: readonly { readonly name: string }[]) => [...stored, { name }];

afterEach(() => vi.unstubAllGlobals());

describe('a value in storage', () => {
  it('is restored by the next page, and is the same object until it changes', () => {
    const storage = createMemoryStorage();
    expect(names(() => storage).change(() => [{ name: 'a' }])).toBe(true);
    const next = names(() => storage);
    expect(next.get()).toEqual([{ name: 'a' }]);
    expect(next.get()).toBe(next.get());
  });

  it('keeps a bigint as decimal text', () => {
    const storage = createMemoryStorage();
    const schema = v.pipe(
      v.string(),
      v.transform((text) => BigInt(text)),
    );
    const stored = createStored(() => storage, { key: KEY, schema, empty: 0n });
    stored.choose(2n ** 200n);
    expect(storage.getItem(KEY)).toBe(`"${2n ** 200n}"`);
    expect(stored.get()).toBe(2n ** 200n);
  });

  it('changes from what another tab has written', () => {
    const storage = createMemoryStorage();
    const [one, two] = [names(() => storage), names(() => storage)];
    one.change(add('a'));
    two.change(add('b'));
    expect(one.get()).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  it.each(['{', '{"names":[]}', '[{"name":1}]', '[{"name":"a","addedLater":1}]'])(
    'ignores a text that it cannot read, and leaves it in place: %s',
    (text) => {
      const storage = createMemoryStorage();
      storage.setItem(KEY, text);
      const stored = names(() => storage);
      expect(stored.get()).toEqual([]);
      expect(stored.get()).toBe(stored.get());
      expect(stored.change(add('b'))).toBe(false);
      expect(storage.getItem(KEY)).toBe(text);
    },
  );

  it('stays unchanged if the storage is full, and says so', () => {
    let isFull = false;
    const storage = createMemoryStorage(() => isFull);
    const stored = names(() => storage);
    stored.change(add('a'));
    isFull = true;
    expect(stored.change(add('b'))).toBe(false);
    expect(stored.get()).toEqual([{ name: 'a' }]);
  });

  it('is never written as a text that no page could read', () => {
    const storage = createMemoryStorage();
    const stored = names(() => storage);
    stored.change(add('a'));
    expect(stored.change((before) => [...before, Object.assign({ name: 'b' }, { unknown: 1 })])).toBe(false);
    expect(names(() => storage).get()).toEqual([{ name: 'a' }]);
  });

  it('is empty if the browser blocks storage, and says that nothing was stored', () => {
    const stored = names(blocked);
    expect(stored.get()).toEqual([]);
    expect(stored.change(add('a'))).toBe(false);
    expect(stored.get()).toEqual([]);
  });
});

describe('a stored choice', () => {
  it('replaces a text that this version cannot read', () => {
    const storage = createMemoryStorage();
    storage.setItem(KEY, '"sepia"');
    const chosen = theme(() => storage);
    expect(chosen.get()).toBeNull();
    expect(chosen.choose('dark')).toBe(true);
    expect(theme(() => storage).get()).toBe('dark');
  });

  it.each([
    ['blocked', blocked],
    ['full', () => createMemoryStorage(() => true)],
  ])('lasts until the page closes if the storage is %s', (_case, area) => {
    const chosen = theme(area);
    expect(chosen.choose('dark')).toBe(false);
    expect(chosen.get()).toBe('dark');
    expect(theme(area).get()).toBeNull();
  });
});

describe('a subscriber of a stored value', () => {
  it('is notified of each change, in this tab and in others, until it unsubscribes', () => {
    const storage = createMemoryStorage();
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    const heard: unknown[] = [];
    const stored = names(() => storage);
    const leave = stored.subscribe(() => heard.push(stored.get()));
    const writeInOtherTab = (key: string | null, text: string) => {
      storage.setItem(KEY, text);
      page.dispatchEvent(Object.assign(new Event('storage'), { key }));
    };
    stored.change(add('a'));
    writeInOtherTab(KEY, '[]');
    writeInOtherTab('causeway.other', '[]');
    // The other tab has cleared the whole storage.
    writeInOtherTab(null, '[]');
    expect(heard).toEqual([[{ name: 'a' }], [], []]);
    leave();
    stored.change(add('c'));
    writeInOtherTab(KEY, '[]');
    expect(heard).toHaveLength(3);
  });

  it('is not notified of a change that was not stored', () => {
    vi.stubGlobal('window', new EventTarget());
    const stored = names(blocked);
    const onChange = vi.fn();
    stored.subscribe(onChange);
    stored.change(add('a'));
    expect(onChange).not.toHaveBeenCalled();
  });
});
