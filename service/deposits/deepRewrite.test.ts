import { parseEther } from 'viem';
import { describe, expect } from 'vitest';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { TestService } from '../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { readAnchors } from '../chain/chains.ts';

const WINDOW = 4;
const BLOCKS_AFTER = 20n;
const AUTHOR = ['--who', 'ada', '--why', 'checked in two explorers'];

describe('a chain with a reorg window of 4 blocks', () => {
  function start(installation: TestInstallation): Promise<TestService> {
    return installation.start({
      change: (file) => {
        // The watcher lets a single block without deposits wait for 60 polls.
        Object.assign(file.lab, { operatorPort: 0, pollIntervalMs: 50, reorgWindow: WINDOW });
        for (const chain of file.chains) {
          // It reads all blocks that the test mines together in one turn.
          Object.assign(chain, { wsUrls: [], confirmations: 2, finality: WINDOW });
        }
      },
    });
  }

  async function readIncidents(installation: TestInstallation) {
    const sql = 'select kind, chain_id from incidents order by id';
    return installation.query<{ kind: string; chainId: number }>(sql);
  }

  function waitForWatcher(installation: TestInstallation): Promise<unknown> {
    const { id, client } = installation.bridge.origin.chain;
    return waitUntil(async () => {
      const { hash } = await client.getBlock();
      const sql = 'select 1 from chains where chain_id = $1 and scanned_to_hash = $2';
      return (await installation.query(sql, [id, hash])).length > 0;
    });
  }

  /** Mines pairs of blocks, so that the watcher stores an anchor for the second of each. */
  async function mineSlowly(installation: TestInstallation, pairs: number): Promise<void> {
    for (let pair = 0; pair < pairs; pair += 1) {
      await installation.bridge.origin.chain.mine(2);
      await waitForWatcher(installation);
    }
  }

  /** Makes deposits, each in a block that the watcher reads at once, and stores an anchor for it. */
  async function depositSlowly(installation: TestInstallation, count: number): Promise<void> {
    const user = await installation.bridge.origin.chain.createAccount();
    for (let made = 0; made < count; made += 1) {
      await installation.deposit({ user, token: 'ETH', amount: parseEther('0.1') });
      await waitForWatcher(installation);
    }
  }

  async function askReady({ operatorUrl }: TestService): Promise<string> {
    return (await fetch(`${operatorUrl}/ready`)).text();
  }

  test('continues after a reorg within the window, with anchors of only the new blocks', async ({ installation }) => {
    const { chain } = installation.bridge.origin;
    await start(installation);
    await mineSlowly(installation, 5);
    await chain.reorganise(3);
    await depositSlowly(installation, 5);
    const anchors = await readAnchors(installation.database(), chain.id);
    expect(anchors.length).toBeGreaterThan(WINDOW - 1);
    for (const { number, hash } of anchors) {
      expect((await chain.client.getBlock({ blockNumber: number })).hash).toBe(hash);
    }
    expect(await readIncidents(installation)).toEqual([]);
  });

  test.for(['while the watcher reads', 'while no watcher runs'])(
    'stops after a deeper rewrite %s, until an operator lets it be read again',
    async (when, { installation, operator: { run } }) => {
      const { chain } = installation.bridge.origin;
      const first = await start(installation);
      await mineSlowly(installation, 5);
      const startBlock = Number(await chain.client.getBlockNumber()) - 9;
      if (when === 'while no watcher runs') await first.stop();
      await chain.reorganise(8);
      await chain.mine(1);
      const service = when === 'while no watcher runs' ? await start(installation) : first;
      await waitUntil(async () => (await readIncidents(installation)).length > 0);
      expect(await readIncidents(installation)).toEqual([{ kind: 'chainRewritten', chainId: chain.id }]);
      expect(await waitUntil(async () => /rewritten deeper/.exec(await askReady(service))?.[0])).toBe(
        'rewritten deeper',
      );

      const transfer = await installation.deposit();
      installation.keepMining();
      // A watcher that was still reading the chain would have stored the deposit.
      const last = (await chain.client.getBlockNumber()) + BLOCKS_AFTER;
      await waitUntil(async () => (await chain.client.getBlockNumber()) >= last, { what: `block ${last}` });
      expect((await transfer.receipt()).status.code).toBe(907);
      expect((await service.build({ token_name: 'ETH', ui_value: '1' })).status.code).not.toBe(0);

      await expect(run('unhalt', 'Northshore', '--from', '999999999', ...AUTHOR)).rejects.toThrow('is not between');
      await run('unhalt', 'Northshore', '--from', String(startBlock), ...AUTHOR);
      await transfer.delivered();
      expect(await readIncidents(installation)).toHaveLength(1);
      await expect(run('unhalt', 'Northshore', '--from', String(startBlock), ...AUTHOR)).rejects.toThrow(
        'does not count as rewritten',
      );
    },
  );
});
