import type { Hash } from 'viem';
import { parseEther } from 'viem';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import type { Endpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { emptyBlooms, on } from '../../tools/lab/endpoints/faults.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';

const TOO_MANY = { error: { code: -32_005, message: 'query returned more than 10000 results' } };
/** Above viem's limit of 10 MiB for a response. */
const TOO_LARGE = { result: 'x'.repeat(11 * 1024 * 1024) };

/** The watcher takes a turn for each of these. */
const BLOCKS_AFTER = 20n;

type LogQuery = { readonly fromBlock?: string; readonly toBlock?: string; readonly blockHash?: string };

describe('a watcher whose RPC endpoint refuses logs', () => {
  let rpc: Endpoint;
  const largestRange = { blocks: 0n };

  test.beforeAll(async ({ sharedInstallation: { bridge } }) => {
    rpc = await startEndpoint(bridge.origin.chain.rpcUrl);
  });
  beforeEach(() => {
    largestRange.blocks = 0n;
  });
  afterAll(() => rpc?.stop());

  /** Without subscriptions, a turn reads all blocks that the test mines together. */
  function readThroughEndpoint({ lab, chains: [origin] }: LabInstallation): void {
    lab.pollIntervalMs = 100;
    if (origin) Object.assign(origin, { rpcUrls: [rpc.url], wsUrls: [] });
  }

  /** Refuses every request for the logs of more than this many blocks. */
  function refuseAbove(blocks: bigint, refusal: typeof TOO_MANY | typeof TOO_LARGE): void {
    rpc.answer(({ method, params: [query] }) => {
      if (method !== 'eth_getLogs') return undefined;
      const { fromBlock = '0x0', toBlock = '0x0', blockHash } = query as LogQuery;
      const asked = blockHash === undefined ? BigInt(toBlock) - BigInt(fromBlock) + 1n : 1n;
      if (asked > blocks) return refusal;
      if (asked > largestRange.blocks) largestRange.blocks = asked;
      return undefined;
    });
  }

  /** Refuses every request for the logs of one block, alone or in a range. */
  function refuseBlock({ number, hash }: { readonly number: bigint; readonly hash: Hash }, onRefusal = () => {}): void {
    rpc.answer(({ method, params: [query] }) => {
      if (method !== 'eth_getLogs') return undefined;
      const { fromBlock = '0x0', toBlock = '0x0', blockHash } = query as LogQuery;
      const isInRange = blockHash === undefined && BigInt(fromBlock) <= number && number <= BigInt(toBlock);
      if (!isInRange && blockHash !== hash) return undefined;
      onRefusal();
      return TOO_LARGE;
    });
  }

  async function expectDelivery(
    installation: TestInstallation,
    refuse: (block: { number: bigint; hash: Hash }) => void,
  ): Promise<void> {
    const { client, mine } = installation.bridge.origin.chain;
    const transfer = await installation.deposit({ token: 'ETH', amount: parseEther('1') });
    const { blockNumber: number, blockHash } = await client.getTransactionReceipt({ hash: transfer.hash });
    refuse({ number, hash: blockHash });
    await mine(20);
    await installation.start({ change: readThroughEndpoint });
    installation.keepMining();
    await transfer.delivered();
    expect(await transfer.payouts()).toHaveLength(1);
  }

  test('reads smaller ranges when the endpoint limits the number of results', async ({ installation }) => {
    await expectDelivery(installation, () => refuseAbove(3n, TOO_MANY));
    expect(largestRange.blocks).toBeGreaterThan(1n);
  });

  test('reads smaller ranges when the response is too large', async ({ installation }) => {
    await expectDelivery(installation, () => refuseAbove(3n, TOO_LARGE));
    expect(largestRange.blocks).toBeGreaterThan(1n);
  });

  test('reads the receipts of a block whose logs the endpoint never returns', async ({ installation }) => {
    await expectDelivery(installation, refuseBlock);
  });

  test('reads such a block once, not every turn', async ({ installation }) => {
    let refusals = 0;
    await expectDelivery(installation, ({ number, hash }) => {
      refuseBlock({ number, hash }, () => {
        refusals += 1;
      });
    });
    const before = refusals;
    const { client, mine, id } = installation.bridge.origin.chain;
    await mine(5);
    const last = (await client.getBlockNumber()) + BLOCKS_AFTER;
    const hasSeen = async () =>
      (await installation.query('select 1 from chains where chain_id = $1 and head >= $2', [id, last])).length > 0;
    await waitUntil(hasSeen, { what: `block ${last} in the database` });
    // The rescan has its own memory.
    expect(refusals - before).toBeLessThan(8);
  });

  test('counts the waiting blocks while the endpoint answers no request for logs', async ({ installation }) => {
    const { mine, id } = installation.bridge.origin.chain;
    await installation.start({ change: readThroughEndpoint });
    const read = async () => {
      const sql = 'select scanned_to::float8, head::float8, unread_head::float8 from chains where chain_id = $1';
      const [row] = await installation.query<Record<'scannedTo' | 'head' | 'unreadHead', number>>(sql, [id]);
      return row;
    };
    await mine(20);
    // The newest blocks can wait, because their bloom filters admit no deposit.
    await waitUntil(async () => typeof (await read())?.scannedTo === 'number');
    rpc.answer(on('eth_getLogs', 'drop'));
    await mine(40);
    const row = await waitUntil(async () => {
      const seen = await read();
      return seen && seen.unreadHead - seen.scannedTo >= 40 ? seen : null;
    });
    // Finality and confirmations count from blocks that were read, or whose headers lead to one that was.
    expect(row.head - row.scannedTo).toBeLessThan(9);
    rpc.answer(null);
    await waitUntil(async () => (await read())?.unreadHead === null);
  });

  test('reads deposits although the endpoint reports empty bloom filters', async ({ installation }) => {
    rpc.answer(emptyBlooms);
    installation.keepMining();
    await installation.start({ change: readThroughEndpoint });
    await (await installation.deposit({ token: 'ETH', amount: parseEther('1') })).delivered();
  });
});
