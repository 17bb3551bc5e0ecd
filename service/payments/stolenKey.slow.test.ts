import type { Hash, Hex, PrivateKeyAccount } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { removePayer, replaceHotWallet } from '../../lab/service/replaceHotWallet.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import type { TestService } from '../../lab/service/testService.ts';
import { WORKERS } from '../engine.ts';
import type { Readiness } from '../operator/readiness.ts';
import { haltSender } from './senders.ts';

const AMOUNT = 50_000_000n;

let harness: TestInstallation;
let user: PrivateKeyAccount;
let hash: Hash;
/** The payout that the stolen key has signed and that no block contains. */
let stolen: Hex;

// A removed payer cannot be a payer again, so each test has its own vaults.
beforeEach(async () => {
  harness = await createTestHarness('postgresql', 45_800);
  await harness.reset();
  harness.keepMining();
  const service = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
  user = await harness.createUser();
  hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await waitForMessage(service, /payout on Southshore is signed/);
  await service.stop();
  const [attempt] = await harness.database().query<{ raw: Hex }>('select raw from attempts order by nonce desc');
  if (!attempt) throw new Error('no payout was signed');
  stolen = attempt.raw;
});

afterEach(() => harness?.stop());

function waitForMessage(service: TestService, pattern: RegExp) {
  return waitUntil(async () => pattern.test((await service.receipt(hash)).status.message), { what: String(pattern) });
}

async function findSenderProblem({ operatorUrl }: TestService): Promise<string | null> {
  const readiness: Readiness = await (await fetch(`${operatorUrl}/ready`)).json();
  const senders = readiness.checks.find(({ name }) => name === 'senders');
  return senders?.ok === false ? senders.detail : null;
}

/** Starts the service with a new key, while the vaults of before still let the old one pay. */
async function startWithNewKey(payoutConfirmations: number) {
  const { bridge } = harness;
  const { change, signer } = await replaceHotWallet(bridge);
  const service = await harness.start({
    signer,
    change: (file: LabInstallation) => {
      change(file);
      file.lab.operatorPort = 0;
      for (const chain of file.chains) chain.payoutConfirmations = payoutConfirmations;
    },
  });
  await waitForMessage(service, /the former hot wallet 0x\w{40} is no payer of the vault 0x\w{40} on Southshore/);
  return service;
}

const paid = () => {
  const { destination } = harness.bridge;
  return destination.chain.balanceOf(destination.token('USDC'), user.address);
};

test('a payout of a stolen key waits until the key is no payer, and is then made once with the new key', async () => {
  const { destination, hotWallet } = harness.bridge;
  const { client, id: chainId } = destination.chain;
  await haltSender(harness.database(), { chainId, address: hotWallet.address }, 'a thief used a nonce');
  const service = await startWithNewKey(3);
  expect(await findSenderProblem(service)).toMatch(/halted on Southshore/);
  expect(await paid()).toBe(0n);

  await removePayer(destination, hotWallet.address);
  await service.waitForReceipt(hash, 0);
  const amount = await paid();
  expect(amount).toBeGreaterThan(0n);
  expect(await harness.payments(destination, user.address)).toEqual([]);
  await waitUntil(async () => (await findSenderProblem(service)) === null, { what: 'the end of the halt' });
  const [send] = await harness
    .database()
    .query('select state, gas_cost from sends where address = $1', [hotWallet.address]);
  // No block has the transaction, so nothing is burnt.
  expect(send).toEqual({ state: 'revoked', gasCost: 0n });
  const events = await harness
    .database()
    .query<{ detail: string }>("select detail from transfer_events where cause = 'payoutReverted'");
  expect(events).toEqual([{ detail: expect.stringMatching(/the former hot wallet 0x\w{40} signed it at nonce \d+/) }]);

  const late = await client.sendRawTransaction({ serializedTransaction: stolen });
  expect((await client.waitForTransactionReceipt({ hash: late })).status).toBe('reverted');
  expect(await paid()).toBe(amount);
});

test('a payout of a stolen key that is mined after a reorg of the removal is not made again', async () => {
  const { destination, hotWallet } = harness.bridge;
  const { chain } = destination;
  const service = await startWithNewKey(4);
  expect(await findSenderProblem(service)).toMatch(
    /^1 unsettled payments of the former hot wallet 0x\w{40} on Southshore wait until it is no payer$/,
  );
  await chain.withoutMining(async () => {
    await removePayer(destination, hotWallet.address);
    await waitForMessage(service, /waits until the removal of the former hot wallet 0x\w{40} is final on Southshore/);
    await chain.reorganise(1);
    await waitForMessage(service, /is no payer of the vault/);
    await chain.client.sendRawTransaction({ serializedTransaction: stolen });
  });
  const { data } = await service.waitForReceipt(hash, 0);
  const [payment, ...others] = await harness.payments(destination, user.address);
  expect(others).toEqual([]);
  expect(data.to_chain_hash).toBe(payment?.hash);
  expect(await paid()).toBe(payment?.amount);
});
