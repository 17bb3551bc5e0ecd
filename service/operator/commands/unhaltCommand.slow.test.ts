import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../../lab/service/operatorHarness.ts';
import { createOperatorHarness, waitForMessage } from '../../../lab/service/operatorHarness.ts';
import type { TestInstallation } from '../../../lab/service/testHarness.ts';
import { createFastClock } from '../../../lab/service/testService.ts';
import { createChainClient } from '../../chain/chainClient.ts';
import { WORKERS } from '../../engine.ts';
import { haltSender, readSender, rememberSender } from '../../payments/senders.ts';
import { COMMANDS, parseCommandLine } from './commandLine.ts';

const AMOUNT = 50_000_000n;
const UNHALT = ['unhalt', 'Southshore', '--decisions', 'none', '--why', 'the key was used by hand', '--who', 'alice'];

let operator: OperatorHarness;
let harness: TestInstallation;

beforeAll(async () => {
  operator = await createOperatorHarness(45_100);
  harness = operator.harness;
});
beforeEach(() => harness.reset());
afterAll(() => operator?.stop());

function senderKey() {
  return { chainId: harness.bridge.destination.chain.id, address: harness.bridge.hotWallet.address };
}

async function readHaltedSender() {
  return readSender(harness.database(), senderKey());
}

function waitForHalt() {
  return waitUntil(async () => (await readHaltedSender())?.haltedReason, { what: 'the halt' });
}

/** Signs the payout of a deposit and stops before it is sent. */
async function signOnly() {
  const service = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await harness.bridge.origin.chain.mine(2);
  await waitForMessage(service, hash, /payout on Southshore is signed/);
  await service.stop();
  return { user, hash };
}

/** Sends a transaction with the key of the hot wallet from outside the service. */
async function useKeyElsewhere(): Promise<Hash> {
  const { destination, hotWallet } = harness.bridge;
  const transaction = { account: hotWallet, chain: null, to: hotWallet.address, value: 1n };
  const hash = await destination.chain.client.sendTransaction(transaction);
  await destination.chain.client.waitForTransactionReceipt({ hash });
  return hash;
}

describe('unhalt', () => {
  test('names the halted sender where the configuration has another hot wallet', async () => {
    const { chainId, address } = senderKey();
    const former = { chainId, address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' } as const;
    await (await harness.start()).stop();
    await rememberSender(harness.database(), { ...former, nextNonce: 3, haltedReason: 'a restored database' });
    await expect(operator.run(...UNHALT)).rejects.toThrow(
      `The halted sender on Southshore is ${former.address}, but this configuration has the hot wallet ${address}.`,
    );
    expect((await operator.run('list', 'halts')).lines.join('\n')).toContain(former.address);
  });

  test('refuses until the foreign transaction is final, then the displaced payout is paid exactly once', async () => {
    const { destination } = harness.bridge;
    const { user, hash } = await signOnly();
    await useKeyElsewhere();
    await expect(operator.run(...UNHALT)).rejects.toThrow('No sender is halted on Southshore.');
    await haltSender(harness.database(), senderKey(), 'a test');
    await expect(operator.run(...UNHALT)).rejects.toThrow(
      /from outside this database used nonce \d+ on Southshore, and it is not final yet/,
    );
    expect((await operator.run('list', 'halts')).lines.join('\n')).toMatch(
      /Southshore\s+payments of 0x\w+, next nonce \d+\s+a test/,
    );
    expect((await operator.run('list')).lines.join('\n')).toContain('payments on Southshore are halted: a test');
    expect((await operator.run('list', 'actions')).json).toEqual([]);

    harness.keepMining();
    const service = await harness.start({ clock: createFastClock(5) });
    await destination.chain.mine(2);
    const { json } = await waitUntil(() => operator.run(...UNHALT), { what: 'the end of the halt' });
    expect(json).toMatchObject({ detail: expect.stringMatching(/the payout is unpaid and due again/) });
    const { data } = await service.waitForReceipt(hash, 0);
    expect(await harness.payments(destination, user.address)).toEqual([
      { hash: data.to_chain_hash, amount: BigInt(data.user_receive_value.raw_value) },
    ]);
    const sends = await harness.database().query('select state from sends order by nonce');
    expect(sends).toEqual([{ state: 'displaced' }, { state: 'succeeded' }]);
    expect((await readHaltedSender())?.haltedReason).toBeNull();
    const { lines } = await operator.run('show', hash);
    expect(lines.join('\n')).toMatch(
      /alice \(causeway_operator\): unhalt, .*a transaction from outside this database used nonce \d+/,
    );
  });

  test('ends a halt that the service began, for one of two operators at the same time', async () => {
    const { destination } = harness.bridge;
    const { user, hash } = await signOnly();
    await useKeyElsewhere();
    harness.keepMining();
    const service = await harness.start({ clock: createFastClock(5) });
    expect(await waitForHalt()).toMatch(/was used by a transaction that this database lacks/);
    const answers = await Promise.allSettled([operator.run(...UNHALT), operator.run(...UNHALT)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await service.waitForReceipt(hash, 0);
    expect(await harness.payments(destination, user.address)).toHaveLength(1);
    expect((await operator.run('list', 'halts')).lines).toEqual(['No sender is halted, and no chain is stopped.']);
  });

  test('finds the payment when another database paid the same transfer with the nonce, and pays nothing', async () => {
    const { destination } = harness.bridge;
    const { user, hash } = await signOnly();
    // With other fees, the other database's payment has another hash.
    await destination.chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 30n * 10n ** 9n });
    await destination.chain.mine(1);
    harness.keepMining();
    const other = await harness.start({ database: await harness.openDatabase(), clock: createFastClock(5) });
    await other.waitForReceipt(hash, 0);
    await other.stop();
    const [made] = await harness.payments(destination, user.address);

    const service = await harness.start({ clock: createFastClock(5) });
    await waitForHalt();
    expect((await operator.run(...UNHALT)).lines[0]).toContain(`the payout is already paid in ${made?.hash}`);
    const { data } = await service.waitForReceipt(hash, 0);
    expect(data.to_chain_hash).toBe(made?.hash);
    expect(await harness.payments(destination, user.address)).toEqual([made]);
  });

  test('continues with the next unused nonce after a halt at start', async () => {
    const { destination } = harness.bridge;
    harness.keepMining();
    await (await harness.start()).stop();
    await useKeyElsewhere();
    const service = await harness.start({ clock: createFastClock(5) });
    await waitForHalt();
    const before = (await readHaltedSender())?.nextNonce ?? 0;
    await waitUntil(() => operator.run(...UNHALT).catch(() => null));
    expect((await readHaltedSender())?.nextNonce).toBe(before + 1);
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await service.waitForReceipt(hash, 0);
    expect(await harness.payments(destination, user.address)).toHaveLength(1);
  });

  test('refuses while one of several RPCs does not answer', async () => {
    await (await harness.start()).stop();
    await haltSender(harness.database(), senderKey(), 'a test');
    const { catalog } = harness.bridge.catalog((file) => {
      // The other reads of the command need one answer only.
      for (const chain of file.chains)
        Object.assign(chain, { rpcUrls: [...chain.rpcUrls, 'http://127.0.0.1:9'], quorum: 1 });
    });
    const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
    const line = parseCommandLine(COMMANDS, UNHALT, 'default author');
    if (line.kind !== 'run') throw new Error('unhalt printed help');
    const unhalt = line.run({ ...operator.context, catalog, clients });
    await expect(unhalt).rejects.toThrow(/ending it needs an answer from every RPC/);
    expect((await readHaltedSender())?.haltedReason).toBe('a test');
    await operator.run(...UNHALT);
    expect((await readHaltedSender())?.haltedReason).toBeNull();
  });
});
