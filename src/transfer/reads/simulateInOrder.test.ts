import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import fc from 'fast-check';
import { encodeErrorResult, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config, terms } from '../../../tools/lab/web/fixtures.ts';
import { createChainClients } from '../../chain/chainClients.ts';
import { callsOf, planTransactions } from '../model/transactionPlan.ts';
import type { SimulationResult } from './simulateInOrder.ts';
import { simulateInOrder } from './simulateInOrder.ts';

type RpcError = { readonly code: number; readonly message: string; readonly data?: string };
type Answer = { readonly result: unknown } | { readonly error: RpcError } | { readonly status: number };
/** How a node answers a simulation's methods. */
type Node = Readonly<Record<'eth_simulateV1' | 'eth_call' | 'eth_estimateGas', Answer>>;

const plan = callsOf(planTransactions(terms, 0n));
const FIRST_ONLY: SimulationResult = { reverted: null, gas: 46_000n, isComplete: false };
const REVERT: RpcError = {
  code: 3,
  message: 'execution reverted',
  data: encodeErrorResult({ abi: parseAbi(['error ZeroAmount()']), errorName: 'ZeroAmount' }),
};
const works = { eth_call: { result: '0x' }, eth_estimateGas: { result: '0xb3b0' } } as const;

let node: Node = { ...works, eth_simulateV1: { result: [] } };
let server: Server;
let url = '';
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { id, method } = (await json(request)) as { id: number; method: keyof Node };
    const answer = node[method];
    if ('status' in answer) return response.writeHead(answer.status).end('no');
    return response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function simulate(answers: Node): Promise<SimulationResult> {
  node = answers;
  const chains = config.chains.map((chain) => ({ ...chain, rpcUrls: [url] }));
  const client = createChainClients({ ...config, chains })(terms.origin.chainId);
  return simulateInOrder(client, terms.account, plan);
}

// The client retries after these, which takes time and tests nothing more.
const RETRIED = [-1, -32_005, -32_603];
const refusal = fc
  .record({ code: fc.integer({ min: -33_000, max: 5_000 }), message: fc.string({ maxLength: 40 }) })
  .filter(({ code }) => code !== REVERT.code && !RETRIED.includes(code));

describe('simulateInOrder', () => {
  it('simulates the first call alone when a node refuses eth_simulateV1 with any error but a revert', async () => {
    await fc.assert(
      fc.asyncProperty(refusal, async (error) => {
        expect(await simulate({ ...works, eth_simulateV1: { error } })).toEqual(FIRST_ONLY);
      }),
      { numRuns: 40 },
    );
  });

  it.each<[what: string, answer: Answer]>([
    ['refuses with an internal error', { error: { code: -32_603, message: 'internal error' } }],
    ['limits the method', { error: { code: -32_005, message: 'limit exceeded' } }],
    ['answers HTTP 403', { status: 403 }],
    ['answers HTTP 500', { status: 500 }],
    ['answers with nothing', { result: null }],
    ['answers with another shape', { result: [{ calls: 'none' }] }],
    ['leaves out a call', { result: [{ calls: [] }] }],
  ])('simulates the first call alone when a node %s', async (_what, answer) => {
    expect(await simulate({ ...works, eth_simulateV1: answer })).toEqual(FIRST_ONLY);
  });

  it('treats a revert by either method as a revert', async () => {
    const refused = { error: { code: -32_000, message: 'not here' } };
    const reverted = { reverted: 'ZeroAmount()' };
    expect(await simulate({ ...works, eth_simulateV1: { error: REVERT } })).toMatchObject(reverted);
    expect(await simulate({ ...works, eth_simulateV1: refused, eth_call: { error: REVERT } })).toMatchObject(reverted);
    expect(await simulate({ ...works, eth_simulateV1: refused, eth_estimateGas: { error: REVERT } })).toMatchObject(
      reverted,
    );
  });

  it('has no result when a node simulates nothing', async () => {
    const refused = { error: { code: -32_000, message: 'not here' } };
    await expect(simulate({ eth_simulateV1: refused, eth_call: refused, eth_estimateGas: refused })).rejects.toThrow();
  });
});
