import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { createOperatorCommand } from '../../lab/service/operatorCommand.ts';
import type { TestHarness } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import type { TestService } from '../../lab/service/testService.ts';
import { createFastClock } from '../../lab/service/testService.ts';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import { createChainClient } from '../chain/chainClient.ts';
import { haltSender, readSender } from '../db/senders.ts';
import { WORKERS } from '../workers/engine.ts';
import type { Answer, CommandContext } from './command.ts';
import { readCommandLine } from './commandLine.ts';
import { COMMANDS } from './commands.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const AMOUNT = 50_000_000n;
const UNHALT = ['unhalt', 'Southshore', '--why', 'the key was used by hand', '--who', 'alice'];

let harness: TestHarness;
let folder: WorkFolder;
let context: CommandContext;

beforeAll(async () => {
  [harness, folder] = await Promise.all([createTestHarness('postgresql', 45_100), createWorkFolder()]);
  const { catalog } = harness.bridge.catalog();
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  context = { catalog, database: harness.database(), clients };
});
beforeEach(() => harness.reset());
afterAll(async () => {
  await harness?.stop();
  await folder?.remove();
});

async function order(...args: string[]): Promise<Answer> {
  const line = readCommandLine(COMMANDS, args, 'somebody');
  if (line.kind === 'help') throw new Error('help is no command');
  return line.run(context);
}

function senderKey() {
  return { chainId: harness.bridge.destination.chain.id, address: harness.bridge.maker.address };
}

function waitForHalt() {
  return waitUntil(async () => (await readSender(harness.database(), senderKey()))?.haltedReason, { what: 'the halt' });
}

function waitForWords(service: TestService, hash: string, words: RegExp) {
  const look = async () => (words.test((await service.receipt(hash)).status.message) ? true : null);
  return waitUntil(look, { what: String(words) });
}

/** Signs the payout of a deposit and ends before anybody hears of it. */
async function signOnly() {
  const service = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await harness.bridge.origin.chain.mine(2);
  await waitForWords(service, hash, /payout on Southshore is signed/);
  await service.stop();
  return { user, hash };
}

/** The maker's key is used outside of the service. */
async function useKeyElsewhere(): Promise<Hash> {
  const { destination, maker } = harness.bridge;
  const transaction = { account: maker, chain: null, to: maker.address, value: 1n };
  const hash = await destination.chain.client.sendTransaction(transaction);
  await destination.chain.client.waitForTransactionReceipt({ hash });
  return hash;
}

describe('a halt', () => {
  test('ends only once what used the nonce is final; then the payment that it displaced is made, exactly once', async () => {
    const { destination } = harness.bridge;
    const { user, hash } = await signOnly();
    await useKeyElsewhere();
    await expect(order(...UNHALT)).rejects.toThrow('No sender is halted on Southshore.');
    await haltSender(harness.database(), senderKey(), 'a test');
    await expect(order(...UNHALT)).rejects.toThrow(/was used by a transaction from elsewhere that is not final yet/);
    expect((await order('halts')).lines.join('\n')).toMatch(/Southshore\s+0x\w+\s+\d+\s+a test/);
    expect((await order('actions')).json).toEqual([]);

    harness.keepMining();
    const service = await harness.start({ clock: createFastClock(5) });
    await destination.chain.mine(2);
    const operator = createOperatorCommand({
      CAUSEWAY_CONFIG: await folder.write('config.json', JSON.stringify(harness.bridge.configFile())),
      DATABASE_URL: harness.databaseUrl(),
    });
    const { done } = await operator.json(...UNHALT);
    expect(done).toEqual([expect.stringMatching(/its payout is unpaid, and due anew/)]);
    const { data } = await service.waitForReceipt(hash, [0]);
    expect(await harness.payments(destination, user.address)).toEqual([
      { hash: data.to_chain_hash, amount: BigInt(data.user_receive_value.raw_value) },
    ]);
    const sends = await harness.database().query('select state from sends order by nonce');
    expect(sends).toEqual([{ state: 'displaced' }, { state: 'succeeded' }]);
    expect((await readSender(harness.database(), senderKey()))?.haltedReason).toBeNull();
    const { lines } = await order('show', hash);
    expect(lines.join('\n')).toMatch(/alice: unhalt, nonce \d+ on Southshore was used from elsewhere/);
  });

  test('that the service called itself ends for good, by one of two operators', async () => {
    const { destination } = harness.bridge;
    const { user, hash } = await signOnly();
    await useKeyElsewhere();
    harness.keepMining();
    const service = await harness.start({ clock: createFastClock(5) });
    expect(await waitForHalt()).toMatch(/was used by a transaction that this database does not know/);
    const answers = await Promise.allSettled([order(...UNHALT), order(...UNHALT)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await service.waitForReceipt(hash, [0]);
    expect(await harness.payments(destination, user.address)).toHaveLength(1);
    expect((await order('halts')).lines).toEqual(['No sender is halted.']);
  });

  test('ends where the nonce paid the same transfer from elsewhere: that payment is found, not made again', async () => {
    const { destination } = harness.bridge;
    const { user, hash } = await signOnly();
    // Other fees, so that the same payment of another database is another transaction.
    await destination.chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 30n * 10n ** 9n });
    await destination.chain.mine(1);
    harness.keepMining();
    const elsewhere = await harness.start({ database: await harness.openDatabase(), clock: createFastClock(5) });
    await elsewhere.waitForReceipt(hash, [0]);
    await elsewhere.stop();
    const [made] = await harness.payments(destination, user.address);

    const service = await harness.start({ clock: createFastClock(5) });
    await waitForHalt();
    expect((await order(...UNHALT)).lines[0]).toContain(`its payout is found paid in ${made?.hash}`);
    const { data } = await service.waitForReceipt(hash, [0]);
    expect(data.to_chain_hash).toBe(made?.hash);
    expect(await harness.payments(destination, user.address)).toEqual([made]);
  });

  test('at the start ends with the next nonce where the chain has it, and payments go on from there', async () => {
    const { destination } = harness.bridge;
    harness.keepMining();
    await (await harness.start()).stop();
    await useKeyElsewhere();
    const service = await harness.start({ clock: createFastClock(5) });
    await waitForHalt();
    const before = (await readSender(harness.database(), senderKey()))?.nextNonce ?? 0;
    await waitUntil(() => order(...UNHALT).catch(() => null));
    expect((await readSender(harness.database(), senderKey()))?.nextNonce).toBe(before + 1);
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await service.waitForReceipt(hash, [0]);
    expect(await harness.payments(destination, user.address)).toHaveLength(1);
  });

  test('stays while one of several RPCs does not answer', async () => {
    await (await harness.start()).stop();
    await haltSender(harness.database(), senderKey(), 'a test');
    const { catalog } = harness.bridge.catalog((file) => {
      for (const chain of file.chains) chain.rpcUrls.push('http://127.0.0.1:9');
    });
    const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
    const line = readCommandLine(COMMANDS, UNHALT, 'somebody');
    const unhalt = line.kind === 'run' ? line.run({ ...context, catalog, clients }) : null;
    await expect(unhalt).rejects.toThrow(/nothing is cleared on half an answer/);
    expect((await readSender(harness.database(), senderKey()))?.haltedReason).toBe('a test');
    await order(...UNHALT);
    expect((await readSender(harness.database(), senderKey()))?.haltedReason).toBeNull();
  });
});
