import { expect, it } from 'vitest';
import { readPatiently } from './readPatiently.ts';

/** A read whose service answers when the test says so. */
function start(read: (from: 'everything' | 'chains', service: Promise<string>) => Promise<string>) {
  const shown: string[] = [];
  let answer: (text: string) => void = () => {};
  const service = new Promise<string>((resolve) => {
    answer = resolve;
  });
  let endPatience: () => void = () => {};
  const whole = readPatiently({
    read: (from) => read(from, service),
    sleep: (delayMs) => {
      expect(delayMs).toBe(5_000);
      return new Promise((resolve) => {
        endPatience = resolve;
      });
    },
    show: (found) => shown.push(found),
  });
  return { whole, shown, answer: (text: string) => answer(text), endPatience: () => endPatience() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('shows what the chains show while the service hangs, and the whole case after its answer', async () => {
  const { whole, shown, answer, endPatience } = start(async (from, service) =>
    from === 'chains' ? 'chains' : `chains and ${await service}`,
  );
  await settle();
  expect(shown).toEqual([]);
  endPatience();
  await settle();
  expect(shown).toEqual(['chains']);
  answer('service');
  expect(await whole).toBe('chains and service');
});

it('shows nothing before the case of a service that answers in time', async () => {
  const { whole, shown, answer } = start(async (_from, service) => service);
  answer('service');
  expect(await whole).toBe('service');
  expect(shown).toEqual([]);
});

it('shows no chains over the whole case, where they answer after the service', async () => {
  const { whole, shown, answer, endPatience } = start((from, service) =>
    from === 'chains' ? service.then(() => settle()).then(() => 'chains') : service,
  );
  endPatience();
  await settle();
  answer('service');
  expect(await whole).toBe('service');
  await settle();
  expect(shown).toEqual([]);
});

it('fails as the read does', async () => {
  const { whole } = start(() => Promise.reject(new Error('broken')));
  await expect(whole).rejects.toThrow('broken');
});
