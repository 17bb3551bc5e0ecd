import { describe, expect, it } from 'vitest';
import { createCatalog } from './createCatalog.ts';

describe('a catalogue', () => {
  it('loads the file of one language, once', async () => {
    const loads: string[] = [];
    const file = (name: string) => () => {
      loads.push(name);
      return Promise.resolve({ hello: name });
    };
    const catalog = createCatalog<{ hello: string }>({ './en.ts': file('en'), './tr.ts': file('tr') });
    expect(catalog.peek('tr')).toBeNull();
    const [first, second] = await Promise.all([catalog.load('tr'), catalog.load('tr')]);
    expect(first).toBe(second);
    expect(catalog.peek('tr')).toEqual({ hello: 'tr' });
    expect(loads).toEqual(['tr']);
  });

  it('tries again after a failure', async () => {
    let attempts = 0;
    const catalog = createCatalog<{ hello: string }>({
      './en.ts': () => (++attempts === 1 ? Promise.reject(new Error('offline')) : Promise.resolve({ hello: 'Hi' })),
    });
    await expect(catalog.load('en')).rejects.toThrow('offline');
    expect(catalog.peek('en')).toBeNull();
    expect(await catalog.load('en')).toEqual({ hello: 'Hi' });
  });

  it('names a file that is missing', async () => {
    await expect(createCatalog({}).load('vi')).rejects.toThrow('no file for vi');
  });
});
