import { describe, expect, it } from 'vitest';
import { createCatalog } from './createCatalog.ts';
import { NotLoaded } from './notLoaded.ts';

type Texts = { readonly hello: string };

/** Files of a catalogue whose load fails while the answer of `isOffline` is true. */
function filesOf(isOffline: () => boolean, loads: string[] = []) {
  const file = (name: string) => async () => {
    loads.push(name);
    if (isOffline()) throw new TypeError('Failed to fetch');
    return { hello: name };
  };
  return { './en.ts': file('en'), './tr.ts': file('tr') };
}

describe('a catalogue', () => {
  it('loads the file of one language, once', async () => {
    const loads: string[] = [];
    const catalog = createCatalog<Texts>(filesOf(() => false, loads));
    expect(catalog.peek('tr')).toBeNull();
    const [first, second] = await Promise.all([catalog.load('tr'), catalog.lastLoad('tr')]);
    expect(first).toBe(second);
    expect(catalog.peek('tr')).toEqual({ hello: 'tr' });
    expect(loads).toEqual(['tr']);
  });

  it('keeps a failure for a render, and tries again when it is asked to load', async () => {
    let isOffline = true;
    const loads: string[] = [];
    const catalog = createCatalog<Texts>(filesOf(() => isOffline, loads));
    await expect(catalog.load('en')).rejects.toThrow(NotLoaded);
    await expect(catalog.lastLoad('en')).rejects.toThrow(NotLoaded);
    expect(loads).toEqual(['en']);
    expect(catalog.peek('en')).toBeNull();
    isOffline = false;
    expect(await catalog.load('en')).toEqual({ hello: 'en' });
  });

  it('names a file that is missing', async () => {
    await expect(createCatalog({}).load('vi')).rejects.toThrow('no file for vi');
  });
});
