import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestChain } from '../../../tools/lab/chains/testChain.ts';
import { startTestChain } from '../../../tools/lab/chains/testChain.ts';
import type { TestNames } from '../../../tools/lab/chains/testNames.ts';
import { deployNames } from '../../../tools/lab/chains/testNames.ts';
import { findFreePort } from '../../../tools/lab/processes/freePort.mjs';
import { ACCOUNT, OTHER_ACCOUNT } from '../../../tools/lab/web/fixtures.ts';
import { resolveName } from './resolveName.ts';

const DESTINATION = 31_338;
const OTHER_CHAIN = 10;

let chain: TestChain;
let fork: TestChain;
let names: TestNames;

beforeAll(async () => {
  chain = await startTestChain(48_900);
  names = await deployNames(chain);
  await names.setRecord('alice.eth', ACCOUNT);
  await names.setRecord('both.eth', OTHER_ACCOUNT);
  await names.setRecord('both.eth', ACCOUNT, DESTINATION);
  await names.setRecord('other.eth', ACCOUNT, OTHER_CHAIN);
  await names.setRecord('zero.eth', `0x${'0'.repeat(40)}`);
  await names.setRecord('long.eth', `0x${'1'.repeat(64)}`, DESTINATION);
  fork = await startTestChain(48_900, { fork: chain });
  await names.on(fork).setRecord('moved.eth', OTHER_ACCOUNT);
  await names.setRecord('moved.eth', ACCOUNT);
});

afterAll(() => Promise.all([fork.stop(), chain.stop()]));

const resolve = (text: string, rpcUrls: readonly string[] = [chain.rpcUrl], destinationId = DESTINATION) =>
  resolveName({ id: 48_900, name: 'Northshore', nameResolver: names.address, rpcUrls }, { text, destinationId });

describe('resolveName', () => {
  it("prefers the destination's record to Ethereum's, and says which one it is", async () => {
    expect(await resolve('both.eth')).toMatchObject({ kind: 'resolved', address: ACCOUNT, isForDestination: true });
    expect(await resolve('alice.eth')).toMatchObject({ address: ACCOUNT, isForDestination: false });
    expect(await resolve('both.eth', [chain.rpcUrl], 1)).toMatchObject({
      ...{ address: OTHER_ACCOUNT, isForDestination: true },
    });
    expect(await resolve('both.eth', [chain.rpcUrl], 2 ** 33)).toMatchObject({
      ...{ address: OTHER_ACCOUNT, isForDestination: false },
    });
  });

  it('normalizes a name, and refuses one that breaks the rules', async () => {
    expect(await resolve(' Alice.ETH ')).toMatchObject({ name: 'alice.eth', address: ACCOUNT });
    // The a is Cyrillic.
    expect(await resolve('аlice.eth')).toEqual({ kind: 'invalid' });
    expect(await resolve('al_ice.eth')).toEqual({ kind: 'invalid' });
  });

  it.each(['unknown.eth', 'other.eth', 'zero.eth'])('finds no address for %s', async (name) => {
    expect(await resolve(name)).toEqual({ kind: 'none' });
  });

  it('accepts no record that is not an address', async () => {
    expect(await resolve('long.eth')).toEqual({ kind: 'unanswered' });
  });

  it("asks every endpoint, and returns the answer's block", async () => {
    await fork.mine(3);
    const block = await chain.client.getBlockNumber();
    expect(await fork.client.getBlockNumber()).toBeGreaterThan(block);
    expect(await resolve('alice.eth', [fork.rpcUrl, chain.rpcUrl])).toMatchObject({ sources: 2, block });
  });

  it('refuses a name for which two endpoints give different addresses', async () => {
    expect(await resolve('moved.eth', [chain.rpcUrl])).toMatchObject({ address: ACCOUNT });
    expect(await resolve('moved.eth', [chain.rpcUrl, fork.rpcUrl])).toEqual({ kind: 'differs' });
  });

  it('counts a silent endpoint neither for nor against an address', async () => {
    const silent = `http://127.0.0.1:${await findFreePort()}`;
    expect(await resolve('alice.eth', [silent, chain.rpcUrl])).toMatchObject({ address: ACCOUNT, sources: 1 });
    expect(await resolve('alice.eth', [silent])).toEqual({ kind: 'unanswered' });
  });

  it('asks no server outside the chain', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end(JSON.stringify({ data: '0x' }));
    });
    const port = await findFreePort();
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    await names.setGateway('offchain.eth', `http://127.0.0.1:${port}/{sender}/{data}`);
    expect(await resolve('offchain.eth')).toEqual({ kind: 'offchain' });
    expect(requests).toBe(0);
    await new Promise((done) => server.close(done));
  });
});
