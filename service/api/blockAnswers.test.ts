import { numberToHex } from 'viem';
import { expect, test } from 'vitest';
import type { ChainClient } from '../chain/chainClient.ts';
import { createBlockAnswers } from './allowance.ts';

/** A chain and a clock that move only when the test moves them. */
function createWorld() {
  const world = { block: 1, fork: 0, now: 0, headReads: 0, asked: 0 };
  const reader = {
    getBlock: async () => {
      world.headReads += 1;
      const hash = numberToHex(world.block * 1000 + world.fork, { size: 32 });
      return { number: BigInt(world.block), hash, parentHash: hash, timestamp: 0n };
    },
  };
  const client = { chain: { id: 1 }, reader } as unknown as ChainClient;
  const answers = createBlockAnswers(() => world.now);
  const ask = async () => {
    world.asked += 1;
    return world.asked;
  };
  return { world, client, answers, read: (key = 'allowance') => answers.read(client, key, ask) };
}

type World = ReturnType<typeof createWorld>;

/** The first answer belongs to an unknown block, so only the second is kept. */
async function warmUp({ world, read }: World) {
  await read();
  await read();
  world.now += 1000;
}

test('asks equal questions once per block', async () => {
  const made = createWorld();
  await warmUp(made);
  const before = made.world.asked;
  for (let count = 0; count < 50; count += 1) {
    expect(await made.read()).toBe(before);
    made.world.now += 15;
  }
  expect(made.world.asked).toBe(before);
});

test('asks different questions separately', async () => {
  const made = createWorld();
  await warmUp(made);
  const [one, other] = [await made.read('one'), await made.read('other')];
  expect(other).not.toBe(one);
});

test('notices a new block within 100 ms while clients ask, and no request waits for that', async () => {
  const made = createWorld();
  await warmUp(made);
  const old = await made.read();
  made.world.block += 1;
  made.world.now += 100;
  expect(made.read()).toBe(old);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await made.read()).toBeGreaterThan(old);
});

test('a request waits to notice a new block once the last one is known for 150 ms', async () => {
  const made = createWorld();
  await warmUp(made);
  const old = await made.read();
  made.world.block += 1;
  made.world.now += 150;
  expect(await made.read()).toBeGreaterThan(old);
});

test('keeps an allowance of zero like any other', async () => {
  const { answers, client, world } = createWorld();
  const ask = async () => {
    world.asked += 1;
    return 0n;
  };
  const read = async () => answers.read(client, 'allowance', ask);
  await read();
  await read();
  const before = world.asked;
  world.now += 1000;
  expect(await read()).toBe(0n);
  expect(world.asked).toBe(before);
});

test('notices that a block was replaced at the same height', async () => {
  const made = createWorld();
  await warmUp(made);
  const old = await made.read();
  made.world.fork += 1;
  made.world.now += 150;
  expect(await made.read()).toBeGreaterThan(old);
});

test('keeps an answer for two seconds at most, even if the newest block never changes', async () => {
  const made = createWorld();
  await warmUp(made);
  const old = await made.read();
  made.world.now += 999;
  expect(await made.read()).toBe(old);
  made.world.now += 1;
  expect(await made.read()).toBeGreaterThan(old);
});

test('keeps the newer answer when an older call fails late', async () => {
  const made = createWorld();
  await warmUp(made);
  let fail = () => {};
  const failing = made.answers.read(
    made.client,
    'late',
    () =>
      new Promise((_resolve, reject) => {
        fail = () => reject(new Error('late'));
      }),
  );
  made.world.now += 2000;
  const answer = await made.read('late');
  fail();
  await expect(failing).rejects.toThrow('late');
  expect(await made.read('late')).toBe(answer);
});

test('asks for the newest block ten times a second, however many requests come', async () => {
  const made = createWorld();
  await warmUp(made);
  made.world.headReads = 0;
  for (; made.world.now < 2000; made.world.now += 1) await made.read();
  expect(made.world.headReads).toBe(10);
});

test('does not keep a failure', async () => {
  const { answers, client, world } = createWorld();
  const fail = () => Promise.reject(new Error('no answer'));
  for (let count = 0; count < 3; count += 1) {
    await expect(answers.read(client, 'allowance', fail)).rejects.toThrow('no answer');
    world.now += 1000;
  }
  expect(await answers.read(client, 'allowance', async () => 7)).toBe(7);
});

test('gives no cached answer while the newest block is unknown', async () => {
  const made = createWorld();
  await warmUp(made);
  Object.assign(made.client.reader, { getBlock: () => Promise.reject(new Error('no endpoint')) });
  await expect(made.read()).rejects.toThrow('no endpoint');
});
