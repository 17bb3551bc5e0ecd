import type { Hash } from 'viem';
import { keccak256, parseEther } from 'viem';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import type { Endpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { HarnessOptions, TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { insertDeposits } from './depositRows.ts';
import { insertTransfers } from './transfers.ts';

const NO_BLOOM = `0x${'00'.repeat(256)}`;
const WINDOW = 4;

describe('the rescan of a chain', () => {
  let rpc: Endpoint;

  test.beforeAll(async ({ sharedInstallation: { bridge } }) => {
    rpc = await startEndpoint(bridge.origin.chain.rpcUrl);
  });
  beforeEach(() => rpc.answer(null));
  afterAll(() => rpc?.stop());

  function start(installation: TestInstallation, options: HarnessOptions = {}) {
    return installation.start({
      ...options,
      change: ({ lab, chains: [origin] }) => {
        if (!origin) throw new Error('no origin');
        origin.rpcUrls = [rpc.url];
        Object.assign(lab, { reorgWindow: WINDOW, rescanIntervalMs: 100 });
        // It reads all blocks that the test mines together in one turn.
        origin.wsUrls = [];
      },
    });
  }

  /** Makes the RPC endpoint answer every request as if no block had logs. */
  async function hideLogs(installation: TestInstallation): Promise<void> {
    const blocks = new Map<string, unknown>();
    const head = await installation.bridge.origin.chain.client.getBlockNumber();
    for (let number = head > 30n ? head - 30n : 0n; number <= head; number += 1n) {
      const tag = `0x${number.toString(16)}`;
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: [tag, false] });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(installation.bridge.origin.chain.rpcUrl, { method: 'POST', headers, body });
      const { result }: { result: object } = JSON.parse(await answer.text());
      blocks.set(tag, { ...result, logsBloom: NO_BLOOM });
    }
    rpc.answer(({ method, params: [tag] }) => {
      if (method === 'eth_getLogs') return { result: [] };
      const hidden = method === 'eth_getBlockByNumber' ? blocks.get(String(tag)) : undefined;
      return hidden === undefined ? undefined : { result: hidden };
    });
  }

  function readIncidents(installation: TestInstallation) {
    return installation.query<{ kind: string; transferId: Hash }>(
      'select kind, transfer_id from incidents order by id',
    );
  }

  function waitForWatcher(installation: TestInstallation): Promise<unknown> {
    const { id, client } = installation.bridge.origin.chain;
    return waitUntil(async () => {
      const head = await client.getBlockNumber();
      const sql = 'select 1 from chains where chain_id = $1 and scanned_to = $2';
      return (await installation.query(sql, [id, head])).length > 0;
    });
  }

  async function waitForRescan(installation: TestInstallation): Promise<void> {
    const { chain } = installation.bridge.origin;
    const target = await chain.client.getBlockNumber();
    await chain.mine(WINDOW + 2);
    await waitUntil(async () => {
      const sql = 'select 1 from chains where chain_id = $1 and rescanned_to >= $2';
      return (await installation.query(sql, [chain.id, target])).length > 0;
    });
  }

  test('finds a deposit hidden from the watcher, which is paid once and recorded as an incident', async ({
    installation,
  }) => {
    const transfer = await installation.deposit({ token: 'ETH', amount: parseEther('1') });
    await hideLogs(installation);
    const service = await start(installation, { without: ['rescan'] });
    await waitForWatcher(installation);
    expect((await transfer.receipt()).status.code).toBe(907);
    // The deposit leaves the reorg window here, so the watcher doesn't read its block again.
    await installation.bridge.origin.chain.mine(WINDOW + 2);
    await waitForWatcher(installation);
    await service.stop();
    rpc.answer(null);
    installation.keepMining();
    await start(installation);
    const payout = await transfer.delivered();
    expect(await transfer.payouts()).toEqual([payout]);
    expect(await readIncidents(installation)).toEqual([{ kind: 'rescanFound', transferId: await transfer.id() }]);
  });

  test('records no incident if the watcher missed nothing', async ({ installation }) => {
    await start(installation);
    const transfer = await installation.deposit();
    await transfer.untilReceipt(908);
    await waitForRescan(installation);
    expect(await readIncidents(installation)).toEqual([]);
  });

  test('records an incident for a stored deposit that the chain lacks', async ({ installation }) => {
    const service = await start(installation, { without: ['rescan'] });
    const transfer = await installation.deposit();
    await transfer.untilReceipt(908);
    await installation.bridge.origin.chain.mine(WINDOW + 2);
    await waitForWatcher(installation);
    await service.stop();
    const database = installation.database();
    const stored = await transfer.stored();
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
    await start(installation, { workers: ['rescan'] });
    await waitUntil(async () => (await readIncidents(installation)).length > 0);
    expect(await readIncidents(installation)).toEqual([{ kind: 'rescanMissing', transferId: phantom.id }]);
  });
});
