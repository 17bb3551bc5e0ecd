import type { Hash } from 'viem';
import { parseEther, toFunctionSelector } from 'viem';
import { afterAll, beforeEach, expect } from 'vitest';
import { payBatchFunction } from '#shared/abi/vaultAbi.ts';
import type { BridgeSide } from '../../tools/lab/chains/testBridge.ts';
import type { Endpoint, Fault } from '../../tools/lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';
import { systemClock } from '../boot/clock.ts';
import { createLogger } from '../boot/log.ts';
import { createChainClient } from '../chain/chainClient.ts';
import type { EngineContext } from '../engineContext.ts';
import { createDevelopmentSigner } from '../signer/process/developmentSigner.ts';
import { signPayments } from './sign.ts';

type Order = { readonly token: 'ETH' | 'USDC'; readonly amount: bigint };
const ETHER: Order = { token: 'ETH', amount: parseEther('0.1') };
const DOLLARS: Order = { token: 'USDC', amount: 50_000_000n };

const PAY_BATCH = toFunctionSelector(payBatchFunction);

/** Between the worker and each chain. The signer asks the chains itself. */
let endpoints: Endpoint[] = [];

test.beforeAll(async ({ sharedInstallation: { bridge } }) => {
  const sides = [bridge.origin, bridge.destination];
  endpoints = await Promise.all(sides.map(({ chain }) => startEndpoint(chain.rpcUrl)));
});
beforeEach(() => {
  for (const endpoint of endpoints) endpoint.answer(null);
});
afterAll(() => Promise.all(endpoints.map((endpoint) => endpoint.stop())));

/** Makes one deposit per order, each by a different user, and waits until their payments are due. */
async function createDue(installation: TestInstallation, orders: readonly Order[]) {
  installation.keepMining();
  const waiting = await installation.start({ without: ['sign'] });
  const due = await Promise.all(orders.map(installation.deposit));
  for (const transfer of due) await transfer.until('confirmed');
  await waiting.stop();
  return due;
}

/** One turn of the signing worker, with its own view of both chains. */
async function takeTurn(installation: TestInstallation): Promise<boolean> {
  const { bridge } = installation;
  const { catalog } = bridge.catalog(({ lab, chains }) => {
    lab.pollIntervalMs = 1000;
    for (const [index, chain] of chains.entries()) {
      chain.rpcUrls = [endpoints[index]?.url ?? ''];
    }
  });
  const logger = createLogger('silent');
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  const context: EngineContext = {
    ...{ catalog, clients, logger, database: installation.database(), clock: systemClock },
    signer: createDevelopmentSigner(bridge.hotWalletKey, { catalog: bridge.catalog().catalog, logger }),
    reportStep: async () => {},
  };
  const client = clients.get(bridge.destination.chain.id);
  if (!client) throw new Error('the catalog lacks the destination');
  for (const endpoint of endpoints) endpoint.clear();
  return signPayments(context, client);
}

function countCalls(method: string): number {
  return endpoints.reduce((sum, endpoint) => sum + (endpoint.counts().calls.get(method) ?? 0), 0);
}

async function readSigned(installation: TestInstallation) {
  const rows = await installation.query<{ txHash: Hash; nonce: number }>(
    'select d.tx_hash, o.nonce from obligations o join deposits d on d.id = o.transfer_id',
  );
  return { hashes: rows.map(({ txHash }) => txHash).sort(), sends: new Set(rows.map(({ nonce }) => nonce)).size };
}

// Deposits stored together are due together, in any order.
const hashesOf = (due: readonly { readonly hash: Hash }[]) => due.map(({ hash }) => hash).sort();

test('a turn with ten payments reads each receipt and each block once, and everything else once for the batch', async ({
  installation,
}) => {
  const due = await createDue(
    installation,
    Array.from({ length: 10 }, () => ETHER),
  );
  const [row] = await installation.query<{ blocks: number }>(
    'select count(distinct block_number)::int as blocks from deposits',
  );
  expect(await takeTurn(installation)).toBe(true);
  expect(await readSigned(installation)).toEqual({ hashes: hashesOf(due), sends: 1 });
  expect(countCalls('eth_getTransactionReceipt')).toBe(10);
  // The heads of both chains, and the head again for the gas price if the first one is too old by then.
  expect(countCalls('eth_getBlockByNumber')).toBeLessThanOrEqual((row?.blocks ?? 0) + 3);
  // The paid ids on the origin chain, the vault's caps, what its window allows, and the batch.
  expect(countCalls('eth_call')).toBe(4);
  // The vault and the hot wallet.
  expect(countCalls('eth_getBalance')).toBe(2);
  expect(countCalls('eth_estimateGas')).toBe(1);
  expect(countCalls('eth_maxPriorityFeePerGas')).toBe(1);
  expect(countCalls('eth_getTransactionCount')).toBe(0);
});

test('a payment that its recipient refuses is simulated on its own, and the others are signed as one transaction', async ({
  installation,
}) => {
  const due = await createDue(installation, [ETHER, ETHER, ETHER, DOLLARS]);
  const [refused, ...others] = due;
  if (!refused) throw new Error('no deposits');
  const { client } = installation.bridge.destination.chain;
  await client.setCode({ address: refused.user.address, bytecode: '0xfe' });
  expect(await takeTurn(installation)).toBe(true);
  expect(await readSigned(installation)).toEqual({ hashes: hashesOf(others), sends: 1 });
  expect((await refused.stored())?.note).toMatch(/would fail on Southshore \(NativeTransferFailed\)/);
  // The batch, the refused payment, and the batch without it.
  expect(countCalls('eth_estimateGas')).toBe(3);
});

const isCallTo = (params: readonly unknown[], address: string) =>
  JSON.stringify(params).toLowerCase().includes(`"to":"${address.toLowerCase()}"`);
const FAILURE = { error: { code: -32_000, message: 'the node cannot answer this' } };

test.for<readonly [string, Order, (due: TestTransfer, destination: BridgeSide) => Fault]>([
  [
    'one receipt',
    ETHER,
    ({ hash }) =>
      ({ method, params: [asked] }) =>
        method === 'eth_getTransactionReceipt' && asked === hash ? FAILURE : undefined,
  ],
  [
    'one token',
    DOLLARS,
    (_, { token }) =>
      ({ method, params }) =>
        method === 'eth_call' && isCallTo(params, token('USDC')) ? FAILURE : undefined,
  ],
])(
  'a provider that fails for %s delays only the payment that needs it',
  async ([, order, toFault], { installation }) => {
    const [delayed, ...others] = await createDue(installation, [order, ETHER, ETHER]);
    if (!delayed) throw new Error('no deposits');
    for (const endpoint of endpoints) endpoint.answer(toFault(delayed, installation.bridge.destination));
    expect(await takeTurn(installation)).toBe(true);
    expect(await readSigned(installation)).toEqual({ hashes: hashesOf(others), sends: 1 });
    expect((await delayed.stored())?.retryAt).toBeInstanceOf(Date);
    for (const endpoint of endpoints) endpoint.answer(null);
    await installation.query('update transfers set retry_at = null');
    expect(await takeTurn(installation)).toBe(true);
    expect((await readSigned(installation)).hashes).toEqual(hashesOf([delayed, ...others]));
  },
);

test('a batch that cannot be simulated is paid payment by payment', async ({ installation }) => {
  const due = await createDue(installation, [ETHER, ETHER]);
  const failBatch: Fault = ({ method, params }) =>
    method === 'eth_estimateGas' && JSON.stringify(params).includes(PAY_BATCH) ? FAILURE : undefined;
  for (const endpoint of endpoints) endpoint.answer(failBatch);
  expect(await takeTurn(installation)).toBe(true);
  expect(await readSigned(installation)).toEqual({ hashes: hashesOf(due), sends: 2 });
});
