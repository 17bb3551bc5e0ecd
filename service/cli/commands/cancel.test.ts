import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestHarness } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { createChainClient } from '../chain/chainClient.ts';
import { WORKERS } from '../workers/engine.ts';
import type { Answer } from './command.ts';
import { readCommandLine } from './commandLine.ts';
import { COMMANDS } from './commands.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe('a payment that was signed', () => {
  let harness: TestHarness;

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 48_300);
  });
  beforeEach(() => harness.reset());
  afterAll(async () => {
    await harness?.stop();
  });

  function order(...args: string[]): Promise<Answer> {
    const line = readCommandLine(COMMANDS, args, 'somebody');
    if (line.kind === 'help') throw new Error('help is no command');
    const { catalog } = harness.bridge.catalog();
    const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
    return line.run({ catalog, database: harness.database(), clients });
  }

  async function findState(): Promise<string | undefined> {
    const [transfer] = await harness.database().query<{ state: string }>('select state from transfers');
    return transfer?.state;
  }

  test('is cancelled by an operator, with who and why on record, and its transfer is held', async () => {
    harness.keepMining();
    const silent = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
    await waitUntil(async () => (await findState()) === 'signed');
    await silent.stop();
    const [send] = await harness.database().query<{ nonce: bigint }>('select nonce from sends');
    const nonce = String(send?.nonce);
    await expect(order('cancel', 'Southshore', `${nonce}0`, '--why', 'asked')).rejects.toThrow(/no unsettled payment/);
    await order('cancel', 'Southshore', nonce, '--after', 'hold', '--why', 'wrong person');
    await harness.start();
    await waitUntil(async () => (await findState()) === 'held');
    expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([]);
    expect((await order('show', hash)).lines.join('\n')).toMatch(/somebody: cancel, .*wrong person/s);
    await expect(order('cancel', 'Southshore', nonce, '--why', 'asked')).rejects.toThrow(/no unsettled payment/);
  });
});
