import { describe, expect, it } from 'vitest';
import { NotLoaded } from './loadOnce.ts';
import { createTextLoader } from './textLoader.ts';

/** A loader whose files fail while `isOffline` returns true, and the files that it has requested. */
function loaderOf(isOffline: () => boolean = () => false) {
  const asked: string[] = [];
  const file = (name: string) => async () => {
    asked.push(name);
    if (isOffline()) throw new TypeError('Failed to fetch');
    return { [name]: name };
  };
  const filesOf = async (chunk: string) => ({ './en.json': file(`${chunk} en`), './tr.json': file(`${chunk} tr`) });
  return { loader: createTextLoader(filesOf), asked };
}

describe('the texts of a page', () => {
  it('load once, together with those of the earlier chunks', async () => {
    const { loader, asked } = loaderOf();
    expect(loader.peek('app', 'tr')).toBeNull();
    const [loaded, ...texts] = await Promise.all([loader.load('app', 'tr'), ...loader.lastLoads('app', 'tr')]);
    expect(texts).toEqual([{ 'form tr': 'form tr' }, { 'app tr': 'app tr' }]);
    expect(loaded).toEqual(texts);
    expect(loader.peek('app', 'tr')).toEqual({ 'app tr': 'app tr' });
    expect(asked).toEqual(['form tr', 'app tr']);
  });

  it('keep a failure for a render, and load again when requested', async () => {
    let isOffline = true;
    const { loader, asked } = loaderOf(() => isOffline);
    await expect(loader.load('form', 'en')).rejects.toThrow(NotLoaded);
    await expect(Promise.all(loader.lastLoads('form', 'en'))).rejects.toThrow(NotLoaded);
    expect(asked).toEqual(['form en']);
    isOffline = false;
    expect(await loader.load('form', 'en')).toEqual([{ 'form en': 'form en' }]);
  });

  it('load in a new language for every chunk that the page has requested', async () => {
    const { loader, asked } = loaderOf();
    await loader.choose('en');
    await loader.settle('app');
    await loader.choose('tr');
    expect(asked).toEqual(['form en', 'app en', 'form tr', 'app tr']);
    await loader.settle('desk');
    expect(asked.slice(4)).toEqual(['desk tr']);
  });

  it('stay in the loaded language when another one does not load', async () => {
    let isOffline = false;
    const { loader, asked } = loaderOf(() => isOffline);
    await loader.choose('en');
    isOffline = true;
    await expect(loader.choose('tr')).rejects.toThrow(NotLoaded);
    await loader.settle('app');
    expect(asked).toEqual(['form en', 'form tr', 'app en']);
    isOffline = false;
    await loader.settle('app');
    expect(loader.peek('app', 'en')).not.toBeNull();
  });

  it('name a file that is missing', async () => {
    const cause = expect.objectContaining({ message: 'src/i18n has no file vi.json.' });
    await expect(loaderOf().loader.load('form', 'vi')).rejects.toMatchObject({ cause });
  });
});
