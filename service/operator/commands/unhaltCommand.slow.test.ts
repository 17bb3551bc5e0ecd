import { describe, expect } from 'vitest';
import { test } from '../../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../../tools/lab/installation/testInstallation.ts';
import { runCommand } from '../../../tools/lab/installation/testOperator.ts';
import { createFastClock } from '../../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../../tools/lab/processes/waitUntil.ts';
import { createChainClient } from '../../chain/chainClient.ts';
import { haltSender, readSender, rememberSender } from '../../payments/senders.ts';

const UNHALT = ['unhalt', 'Southshore', '--decisions', 'none', '--why', 'the key was used by hand', '--who', 'alice'];

function readHaltedSender({ database, senderKey }: TestInstallation) {
  return readSender(database(), senderKey);
}

function waitForHalt({ haltedReason }: TestInstallation) {
  return waitUntil(haltedReason, { what: 'the halt' });
}

/** Signs the payout of a deposit and stops before it is sent. */
async function signOnly(installation: TestInstallation) {
  const service = await installation.start({ without: ['broadcast'] });
  const transfer = await installation.deposit();
  await installation.bridge.origin.chain.mine(2);
  await transfer.untilReceipt(/payout on Southshore is signed/);
  await service.stop();
  return transfer;
}

describe('unhalt', () => {
  test('names the halted sender if the configuration has another hot wallet', async ({ installation, operator }) => {
    const { chainId, address } = installation.senderKey;
    const former = { chainId, address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' } as const;
    await (await installation.start()).stop();
    await rememberSender(installation.database(), { ...former, nextNonce: 3, haltedReason: 'a restored database' });
    await expect(operator.run(...UNHALT)).rejects.toThrow(
      `The halted sender on Southshore is ${former.address}, but this configuration has the hot wallet ${address}.`,
    );
    expect((await operator.run('list', 'halts')).lines.join('\n')).toContain(former.address);
  });

  test('refuses until the foreign transaction is final, then the displaced payout is paid exactly once', async ({
    installation,
    operator,
  }) => {
    const { destination } = installation.bridge;
    const transfer = await signOnly(installation);
    await installation.useKeyElsewhere();
    await expect(operator.run(...UNHALT)).rejects.toThrow('No sender is halted on Southshore.');
    await haltSender(installation.database(), installation.senderKey, 'a test');
    await expect(operator.run(...UNHALT)).rejects.toThrow(
      /from outside this database used nonce \d+ on Southshore, and it is not final yet/,
    );
    expect((await operator.run('list', 'halts')).lines.join('\n')).toMatch(
      /Southshore\s+payments of 0x\w+, next nonce \d+\s+a test/,
    );
    expect((await operator.run('list')).lines.join('\n')).toContain('payments on Southshore are halted: a test');
    expect((await operator.run('list', 'actions')).json).toEqual([]);

    installation.keepMining();
    await installation.start({ clock: createFastClock(5) });
    await destination.chain.mine(2);
    const { json } = await waitUntil(() => operator.run(...UNHALT), { what: 'the end of the halt' });
    expect(json).toMatchObject({ detail: expect.stringMatching(/the payout is unpaid and due again/) });
    const payout = await transfer.delivered();
    expect(await transfer.payouts()).toEqual([payout]);
    const sends = await installation.query('select state from sends order by nonce');
    expect(sends).toEqual([{ state: 'displaced' }, { state: 'succeeded' }]);
    expect((await readHaltedSender(installation))?.haltedReason).toBeNull();
    const { lines } = await operator.run('show', transfer.hash);
    expect(lines.join('\n')).toMatch(
      /alice \(causeway_operator\): unhalt, .*a transaction from outside this database used nonce \d+/,
    );
  });

  test('ends a halt that the service began, for only one of two operators at the same time', async ({
    installation,
    operator,
  }) => {
    const transfer = await signOnly(installation);
    await installation.useKeyElsewhere();
    installation.keepMining();
    await installation.start({ clock: createFastClock(5) });
    expect(await waitForHalt(installation)).toMatch(/was used by a transaction that this database lacks/);
    const answers = await Promise.allSettled([operator.run(...UNHALT), operator.run(...UNHALT)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await transfer.delivered();
    expect(await transfer.payouts()).toHaveLength(1);
    expect((await operator.run('list', 'halts')).lines).toEqual(['No sender is halted, and no chain is stopped.']);
  });

  test('finds the payment if another database paid the same transfer with the nonce, and pays nothing', async ({
    installation,
    operator,
  }) => {
    const { destination } = installation.bridge;
    const transfer = await signOnly(installation);
    // With other fees, the other database's payment has another hash.
    await destination.chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 30n * 10n ** 9n });
    await destination.chain.mine(1);
    installation.keepMining();
    const other = await installation.start({ database: await installation.openDatabase(), clock: createFastClock(5) });
    await transfer.delivered();
    await other.stop();
    const [made] = await transfer.payouts();

    await installation.start({ clock: createFastClock(5) });
    await waitForHalt(installation);
    expect((await operator.run(...UNHALT)).lines[0]).toContain(`the payout is already paid in ${made?.hash}`);
    expect((await transfer.delivered()).hash).toBe(made?.hash);
    expect(await transfer.payouts()).toEqual([made]);
  });

  test('continues with the next unused nonce after a halt at start', async ({ installation, operator }) => {
    installation.keepMining();
    await (await installation.start()).stop();
    await installation.useKeyElsewhere();
    await installation.start({ clock: createFastClock(5) });
    await waitForHalt(installation);
    const before = (await readHaltedSender(installation))?.nextNonce ?? 0;
    await waitUntil(() => operator.run(...UNHALT).catch(() => null));
    expect((await readHaltedSender(installation))?.nextNonce).toBe(before + 1);
    const transfer = await installation.deposit();
    await transfer.delivered();
    expect(await transfer.payouts()).toHaveLength(1);
  });

  test('refuses while one of several RPCs does not answer', async ({ installation, operator }) => {
    await (await installation.start()).stop();
    await haltSender(installation.database(), installation.senderKey, 'a test');
    const { catalog } = installation.bridge.catalog((file) => {
      // The command's other reads need only one answer.
      for (const chain of file.chains)
        Object.assign(chain, { rpcUrls: [...chain.rpcUrls, 'http://127.0.0.1:9'], quorum: 1 });
    });
    const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
    const unhalt = runCommand({ ...operator.context, catalog, clients }, UNHALT);
    await expect(unhalt).rejects.toThrow(/ending it needs an answer from every RPC/);
    expect((await readHaltedSender(installation))?.haltedReason).toBe('a test');
    await operator.run(...UNHALT);
    expect((await readHaltedSender(installation))?.haltedReason).toBeNull();
  });
});
