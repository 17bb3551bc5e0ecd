import { HttpRequestError } from 'viem';
import { expect, test } from 'vitest';
import { createProviderRecord } from './endpoint.ts';
import { createVoter } from './voter.ts';

const CHAIN_ID = 5;
const CALL = { method: 'eth_getCode', params: [] };

function start() {
  const world = { now: 0, served: '0x5', isDown: false, asked: 0, foreign: [] as bigint[] };
  const record = createProviderRecord({
    ...{ chainId: CHAIN_ID, rpc: 1, now: () => world.now },
    onForeign: (served) => world.foreign.push(served),
  });
  const voter = createVoter(record, async ({ method }) => {
    if (world.isDown) throw new HttpRequestError({ url: 'http://one.example' });
    if (method === 'eth_chainId') world.asked += 1;
    return method === 'eth_chainId' ? world.served : '0x';
  });
  return {
    world,
    record,
    ask: () =>
      voter.ask(CALL).then(
        () => true,
        () => false,
      ),
  };
}

test('a provider proves its chain before its first answer, and not at every call after', async () => {
  const { world, ask } = start();
  expect([await ask(), await ask()]).toEqual([true, true]);
  expect(world.asked).toBe(1);
});

test('a provider of another chain is ignored, is reported once, and counts again once it serves the right one', async () => {
  const { world, ask } = start();
  world.served = '0x1';
  expect([await ask(), await ask()]).toEqual([false, false]);
  world.now += 20_000;
  expect(await ask()).toBe(false);
  expect(world.foreign).toEqual([1n]);
  world.served = '0x5';
  world.now += 20_000;
  expect(await ask()).toBe(true);
});

test('a provider proves its chain again after three lost connections, and after five minutes', async () => {
  const { world, ask } = start();
  await ask();
  world.isDown = true;
  for (let call = 0; call < 3; call += 1) await ask();
  world.isDown = false;
  world.served = '0x1';
  expect(await ask()).toBe(false);
  world.served = '0x5';
  world.now += 20_000;
  expect(await ask()).toBe(true);
  world.served = '0x1';
  expect(await ask()).toBe(true);
  world.now += 300_000;
  expect(await ask()).toBe(false);
});

test('a provider that contradicts the others is asked last, and is suspected once after five contradictions', () => {
  const { world, record } = start();
  const results = Array.from({ length: 7 }, () => record.score.noteContradiction());
  expect(results).toEqual([false, false, false, false, true, false, false]);
  expect(record.score.rank()).toBeGreaterThan(0);
  world.now += 3_600_000;
  expect(record.score.rank()).toBe(0);
  expect(record.score.noteContradiction()).toBe(false);
});
