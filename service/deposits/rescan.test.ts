import type { Hash } from 'viem';
import { keccak256, parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../lab/endpoints/endpoint.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import type { Worker } from '../engine.ts';
import { WORKERS } from '../engine.ts';
import { insertDeposits } from './depositRows.ts';
import { readTransfers } from './readTransfers.ts';
import { insertTransfers } from './transfers.ts';

const NO_BLOOM = `0x${'00'.repeat(256)}`;
const WINDOW = 4;

describe('the rescan of a chain', () => {
  let harness: TestInstallation;
  let rpc: Endpoint;

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 48_500);
    rpc = await startEndpoint(harness.bridge.origin.chain.rpcUrl);
  });
  beforeEach(async () => {
    rpc.answer(null);
    await harness.reset();
  });
  afterAll(async () => {
    await harness?.stop();
    await rpc?.stop();
  });

  function start(workers: readonly Worker[] = WORKERS) {
    return harness.start({
      workers,
      change: ({ lab, chains: [origin] }) => {
        if (!origin) throw new Error('no origin');
        origin.rpcUrls = [rpc.url];
        Object.assign(lab, { reorgWindow: WINDOW, rescanIntervalMs: 100 });
        // It reads the blocks that the test mines together in one turn.
        origin.wsUrls = [];
      },
    });
  }

  /** Makes the RPC endpoint answer every request as if no block had logs. */
  async function hideLogs(): Promise<void> {
    const blocks = new Map<string, unknown>();
    const head = await harness.bridge.origin.chain.client.getBlockNumber();
    for (let number = head > 30n ? head - 30n : 0n; number <= head; number += 1n) {
      const tag = `0x${number.toString(16)}`;
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: [tag, false] });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(harness.bridge.origin.chain.rpcUrl, { method: 'POST', headers, body });
      const { result }: { result: object } = JSON.parse(await answer.text());
      blocks.set(tag, { ...result, logsBloom: NO_BLOOM });
    }
    rpc.answer(({ method, params: [tag] }) => {
      if (method === 'eth_getLogs') return { result: [] };
      const hidden = method === 'eth_getBlockByNumber' ? blocks.get(String(tag)) : undefined;
      return hidden === undefined ? undefined : { result: hidden };
    });
  }

  function readIncidents() {
    return harness
      .database()
      .query<{ kind: string; transferId: Hash }>('select kind, transfer_id from incidents order by id');
  }

  function waitForWatcher(): Promise<unknown> {
    const { id, client } = harness.bridge.origin.chain;
    return waitUntil(async () => {
      const head = await client.getBlockNumber();
      const sql = 'select 1 from chains where chain_id = $1 and scanned_to = $2';
      return (await harness.database().query(sql, [id, head])).length > 0;
    });
  }

  async function waitForRescan(): Promise<void> {
    const target = await harness.bridge.origin.chain.client.getBlockNumber();
    await harness.bridge.origin.chain.mine(WINDOW + 2);
    await waitUntil(async () => {
      const [row] = await harness
        .database()
        .query<{ rescannedTo: bigint | null }>('select rescanned_to from chains where chain_id = $1', [
          harness.bridge.origin.chain.id,
        ]);
      return (row?.rescannedTo ?? -1n) >= target;
    });
  }

  test('finds a deposit hidden from the watcher, which is paid once and recorded as an incident', async () => {
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('1') });
    await hideLogs();
    const service = await start(WORKERS.filter((worker) => worker !== 'rescan'));
    await waitForWatcher();
    expect((await service.receipt(hash)).status.code).toBe(907);
    // The deposit leaves the reorg window here, so the watcher does not read its block again.
    await harness.bridge.origin.chain.mine(WINDOW + 2);
    await waitForWatcher();
    await service.stop();
    rpc.answer(null);
    harness.keepMining();
    const honest = await start();
    const { data } = await honest.waitForReceipt(hash, 0);
    expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([
      { hash: data.to_chain_hash, amount: BigInt(data.user_receive_value.raw_value) },
    ]);
    expect(await readIncidents()).toEqual([{ kind: 'rescanFound', transferId: expect.stringMatching(/^0x/) }]);
  });

  test('records no incident when the watcher missed nothing', async () => {
    const service = await start();
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
    await service.waitForReceipt(hash, 908);
    await waitForRescan();
    expect(await readIncidents()).toEqual([]);
  });

  test('records an incident for a stored deposit that the chain lacks', async () => {
    const service = await start(WORKERS.filter((worker) => worker !== 'rescan'));
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
    await service.waitForReceipt(hash, 908);
    await harness.bridge.origin.chain.mine(WINDOW + 2);
    await waitForWatcher();
    await service.stop();
    const database = harness.database();
    const [row] = await database.query<{ id: Hash }>('select id from deposits');
    const [stored] = await readTransfers(database, { ids: row ? [row.id] : [] });
    if (!stored) throw new Error('no deposit');
    const phantom = {
      ...stored.deposit,
      id: keccak256('0x01'),
      transactionHash: keccak256('0x02'),
      blockHash: keccak256('0x03'),
    };
    await database.transaction(async (transaction) => {
      await insertDeposits(transaction, [phantom], new Date());
      await insertTransfers(transaction, [{ id: phantom.id, originChainName: 'Northshore', amount: phantom.amount }]);
    });
    await start(['rescan']);
    await waitUntil(async () => (await readIncidents()).length > 0);
    expect(await readIncidents()).toEqual([{ kind: 'rescanMissing', transferId: phantom.id }]);
  });
});
