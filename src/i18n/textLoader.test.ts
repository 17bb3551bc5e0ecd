import { afterAll, describe, expect, it, vi } from 'vitest';

// The loader remembers the language of the page. Other tests share this process, so this one has modules for itself.
vi.resetModules();
const { createCatalog } = await import('./createCatalog.ts');
const { NotLoaded } = await import('./notLoaded.ts');
const { loadTexts, settleTexts } = await import('./textLoader.ts');
afterAll(() => vi.resetModules());

type Texts = { readonly hello: string };

/** Files of a catalogue whose load fails while the browser is offline. */
function filesOf(isOffline: () => boolean) {
  const file = (name: string) => async () => {
    if (isOffline()) throw new TypeError('Failed to fetch');
    return { hello: name };
  };
  return { './en.ts': file('en'), './tr.ts': file('tr') };
}

describe('the texts of the app', () => {
  it('load with their module, in the language of the screen, and all of them change with it', async () => {
    const first = createCatalog<Texts>(filesOf(() => false));
    expect(first.peek('en')).toBeNull();
    await loadTexts('en');
    expect(first.peek('en')).toEqual({ hello: 'en' });
    // The module of a part that the app loads later.
    const later = createCatalog<Texts>(filesOf(() => false));
    await settleTexts();
    expect(later.peek('en')).toEqual({ hello: 'en' });
    await loadTexts('tr');
    expect([first, later].map((catalog) => catalog.peek('tr'))).toEqual([{ hello: 'tr' }, { hello: 'tr' }]);
  });

  it('of one module do not wait for another that fails, and are asked for again', async () => {
    let isOffline = true;
    const failing = createCatalog<Texts>(filesOf(() => isOffline));
    const other = createCatalog<Texts>(filesOf(() => false));
    await settleTexts();
    expect([failing, other].map((catalog) => catalog.peek('tr'))).toEqual([null, { hello: 'tr' }]);
    await expect(loadTexts('en')).rejects.toThrow(NotLoaded);
    isOffline = false;
    await settleTexts();
    expect(failing.peek('tr')).toEqual({ hello: 'tr' });
  });
});
