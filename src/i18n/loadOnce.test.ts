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
  return { source, chunk: loadOnce(answer) };
}

it('keeps a failure for renders, so that a screen that cannot load asks once', async () => {
  const { source, chunk } = createSource();
  const [first, second] = [chunk.lastLoad(), chunk.lastLoad()];
  await expect(first).rejects.toThrow('Failed to fetch');
  expect(chunk.lastLoad()).toBe(second);
  expect(source.asked).toBe(1);
  expect(chunk.peek()).toBeNull();
});

it('tries again after a call of load or forget', async () => {
  const { source, chunk } = createSource();
  await expect(chunk.load()).rejects.toThrow('Failed to fetch');
  await expect(chunk.load()).rejects.toThrow('Failed to fetch');
  expect(source.asked).toBe(2);
  chunk.forget();
  source.isOnline = true;
  expect(await chunk.lastLoad()).toBe('code');
  expect(await chunk.load()).toBe('code');
  expect(source.asked).toBe(3);
  expect(chunk.peek()).toBe('code');
});

it('marks what has loaded as React does, so that it renders without suspending', async () => {
  const { source, chunk } = createSource();
  source.isOnline = true;
  await chunk.load();
  expect(chunk.lastLoad()).toMatchObject({ status: 'fulfilled', value: 'code' });
});
