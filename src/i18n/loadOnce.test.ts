import { expect, it } from 'vitest';
import { loadOnce } from './loadOnce.ts';

/** A load that fails until the browser is online. */
function createSource() {
  const source = { isOnline: false, asked: 0 };
  const answer = async () => {
    source.asked += 1;
    if (!source.isOnline) throw new TypeError('Failed to fetch');
    return 'code';
  };
  return { source, part: loadOnce(answer) };
}

it('keeps a failure for renders, so that a screen that cannot load asks once', async () => {
  const { source, part } = createSource();
  const [first, second] = [part.lastLoad(), part.lastLoad()];
  await expect(first).rejects.toThrow('Failed to fetch');
  expect(part.lastLoad()).toBe(second);
  expect(source.asked).toBe(1);
  expect(part.peek()).toBeNull();
});

it('asks again after a call of load or forget', async () => {
  const { source, part } = createSource();
  await expect(part.load()).rejects.toThrow('Failed to fetch');
  await expect(part.load()).rejects.toThrow('Failed to fetch');
  expect(source.asked).toBe(2);
  part.forget();
  source.isOnline = true;
  expect(await part.lastLoad()).toBe('code');
  expect(await part.load()).toBe('code');
  expect(source.asked).toBe(3);
  expect(part.peek()).toBe('code');
});

it('marks what has loaded as React does, so that it shows without a pause', async () => {
  const { source, part } = createSource();
  source.isOnline = true;
  await part.load();
  expect(part.lastLoad()).toMatchObject({ status: 'fulfilled', value: 'code' });
});
