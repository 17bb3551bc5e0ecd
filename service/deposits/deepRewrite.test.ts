import type { Hash } from 'viem';
import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../lab/service/operatorHarness.ts';
import { createOperatorHarness } from '../../lab/service/operatorHarness.ts';
import type { TestService } from '../../lab/service/testService.ts';
import { readAnchors } from '../chain/chains.ts';

const WINDOW = 4;
const BLOCKS_AFTER = 20n;
const AUTHOR = ['--who', 'ada', '--why', 'checked in two explorers'];

describe('a chain with a reorg window of 4 blocks', () => {
  let operator: OperatorHarness;

  beforeAll(async () => {
    operator = await createOperatorHarness(49_600);
  });
  beforeEach(() => operator.harness.reset());
  afterAll(() => operator?.stop());

  function start(): Promise<TestService> {
    return operator.harness.start({
      change: (file) => {
        // The watcher lets a single block without deposits wait for 60 polls.
        Object.assign(file.lab, { operatorPort: 0, pollIntervalMs: 50, reorgWindow: WINDOW });
        for (const chain of file.chains) {
          // It reads the blocks that the test mines together in one turn.
          Object.assign(chain, { wsUrls: [], confirmations: 2, finality: WINDOW });
        }
      },
    });
  }

  async function readIncidents() {
    const sql = 'select kind, chain_id from incidents order by id';
    return operator.harness.database().query<{ kind: string; chainId: number }>(sql);
  }

  function waitForWatcher(): Promise<unknown> {
    const { id, client } = operator.harness.bridge.origin.chain;
    return waitUntil(async () => {
      const { hash } = await client.getBlock();
      const sql = 'select 1 from chains where chain_id = $1 and scanned_to_hash = $2';
      return (await operator.harness.database().query(sql, [id, hash])).length > 0;
    });
  }

  /** Mines pairs of blocks, so that the watcher stores an anchor for the second of each. */
  async function mineSlowly(pairs: number): Promise<void> {
    for (let pair = 0; pair < pairs; pair += 1) {
      await operator.harness.bridge.origin.chain.mine(2);
      await waitForWatcher();
    }
  }

  /** Makes deposits, each in a block that the watcher reads at once, and stores an anchor for it. */
  async function depositSlowly(count: number): Promise<void> {
    const { bridge } = operator.harness;
    const user = await bridge.origin.chain.createAccount();
    for (let made = 0; made < count; made += 1) {
      await bridge.deposit(user, { token: 'ETH', amount: parseEther('0.1') });
      await waitForWatcher();
    }
  }

  async function askReady({ operatorUrl }: TestService): Promise<string> {
    return (await fetch(`${operatorUrl}/ready`)).text();
  }

  async function deposit(): Promise<Hash> {
    const user = await operator.harness.createUser();
    return operator.harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  }

  test('goes on after a reorg within the window, with anchors of the new blocks only', async () => {
    const { chain } = operator.harness.bridge.origin;
    await start();
    await mineSlowly(5);
    await chain.reorganise(3);
    await depositSlowly(5);
    const anchors = await readAnchors(operator.harness.database(), chain.id);
    expect(anchors.length).toBeGreaterThan(WINDOW - 1);
    for (const { number, hash } of anchors) {
      expect((await chain.client.getBlock({ blockNumber: number })).hash).toBe(hash);
    }
    expect(await readIncidents()).toEqual([]);
  });

  test.each(['while the watcher reads', 'while no watcher runs'])(
    'stops after a deeper rewrite %s, until an operator lets it be read again',
    async (when) => {
      const { chain } = operator.harness.bridge.origin;
      const first = await start();
      await mineSlowly(5);
      const startBlock = Number(await chain.client.getBlockNumber()) - 9;
      if (when === 'while no watcher runs') await first.stop();
      await chain.reorganise(8);
      await chain.mine(1);
      const service = when === 'while no watcher runs' ? await start() : first;
      await waitUntil(async () => (await readIncidents()).length > 0);
      expect(await readIncidents()).toEqual([{ kind: 'chainRewritten', chainId: chain.id }]);
      expect(await waitUntil(async () => /rewritten deeper/.exec(await askReady(service))?.[0])).toBe(
        'rewritten deeper',
      );

      const hash = await deposit();
      operator.harness.keepMining();
      // A watcher that still read the chain would have stored the deposit.
      const last = (await chain.client.getBlockNumber()) + BLOCKS_AFTER;
      await waitUntil(async () => (await chain.client.getBlockNumber()) >= last, { what: `block ${last}` });
      expect((await service.receipt(hash)).status.code).toBe(907);
      const { address } = operator.harness.bridge.hotWallet;
      const build = await service.ask('get_build_tx', {
        ...{ from_chain_name: 'Northshore', to_chain_name: 'Southshore', token_name: 'ETH', ui_value: '1' },
        ...{ from_address: address, to_address: address },
      });
      expect(build.status.code).not.toBe(0);

      await expect(operator.run('unhalt', 'Northshore', '--from', '999999999', ...AUTHOR)).rejects.toThrow(
        'is not between',
      );
      await operator.run('unhalt', 'Northshore', '--from', String(startBlock), ...AUTHOR);
      await service.waitForReceipt(hash, 0);
      expect(await readIncidents()).toHaveLength(1);
      await expect(operator.run('unhalt', 'Northshore', '--from', String(startBlock), ...AUTHOR)).rejects.toThrow(
        'does not count as rewritten',
      );
    },
  );
});
