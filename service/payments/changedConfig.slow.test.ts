import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { compileContracts } from '../../contracts/artifacts.ts';
import { addVault } from '../../lab/installation/deployment.ts';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { replaceHotWallet } from '../../lab/service/replaceHotWallet.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import type { TestService } from '../../lab/service/testService.ts';
import type { Worker } from '../engine.ts';
import { WORKERS } from '../engine.ts';

const AMOUNT = 50_000_000n;

let harness: TestInstallation;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 45_600);
});
beforeEach(() => harness.reset());
afterAll(() => harness?.stop());

const without = (...names: Worker[]) => WORKERS.filter((worker) => !names.includes(worker));

const removeRoutes = (file: LabInstallation) => {
  for (const token of file.tokens) if (token.name === 'USDC') token.transfers = [];
};
const removeDestination = (file: LabInstallation) => {
  const [, gone] = file.chains;
  file.chains = file.chains.filter((chain) => chain !== gone);
  for (const token of file.tokens) {
    token.transfers = [];
    for (const byChain of [token.addresses, token.decimals]) {
      if (gone && typeof byChain === 'object') delete byChain[gone.name];
    }
  }
};

function waitForMessage(service: TestService, hash: Hash, pattern: RegExp) {
  return waitUntil(
    async () => {
      const answer = await service.receipt(hash);
      return pattern.test(answer.status.message) ? answer : null;
    },
    { what: String(pattern) },
  );
}

/** Deposits while these workers run, and stops the service when the receipt matches. */
async function depositUntil(workers: readonly Worker[], pattern: RegExp) {
  const service = await harness.start({ workers });
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await waitForMessage(service, hash, pattern);
  await service.stop();
  return { user, hash };
}

const UNDECIDED = /is in a block of Northshore|confirmations|deposit/i;

test('a deposit whose route was removed before its decision is held, not refunded', async () => {
  const { origin, destination } = harness.bridge;
  harness.keepMining();
  const { user, hash } = await depositUntil(without('accept', 'sign'), UNDECIDED);
  const changed = await harness.start({ change: removeRoutes });
  const held = await waitForMessage(changed, hash, /on hold, because the bridge no longer offers its route/);
  expect(held.status.code).toBe(908);
  await changed.stop();
  expect(await harness.payments(origin, user.address)).toEqual([]);
  expect(await harness.payments(destination, user.address)).toEqual([]);
});

test('an accepted transfer whose route was removed is paid by what was decided', async () => {
  harness.keepMining();
  const { user, hash } = await depositUntil(without('sign'), /confirmed/);
  const changed = await harness.start({ change: removeRoutes });
  await changed.waitForReceipt(hash, 0);
  expect(await harness.payments(harness.bridge.destination, user.address)).toHaveLength(1);
});

test('a chain with open transfers, and a hot wallet with unsettled payments, cannot leave the configuration', async () => {
  harness.keepMining();
  await depositUntil(without('broadcast'), /payout on Southshore is signed/);
  await expect(harness.start({ change: removeDestination })).rejects.toThrow(
    /This database has 1 open transfers on chain \d+, which the configuration lacks/,
  );
  const another = (await harness.createUser()).address;
  // Only the owner of the schema can do this: a trigger refuses it.
  const owner = harness.database();
  await owner.query('alter table senders disable trigger senders_key');
  await owner.query('update senders set address = $1 where chain_id = $2', [another, harness.bridge.origin.chain.id]);
  await owner.query('alter table senders enable trigger senders_key');
  await harness.database().query("update transfers set state = 'held', reason = 'a test'");
  await expect(harness.start({ change: removeDestination })).rejects.toThrow(
    /This database has 1 unsettled payments of the hot wallet 0x\w{40} on chain \d+/,
  );
});

test('a payment signed before the vault was replaced leaves the old vault once, and a later one leaves the new vault', async () => {
  const { origin, destination, hotWallet } = harness.bridge;
  harness.keepMining();
  const { user, hash } = await depositUntil(without('broadcast'), /payout on Southshore is signed/);
  const artifacts = await compileContracts();
  const { chain, deployment } = destination;
  const vault = await addVault(chain, { artifacts, hotWallet, deployment });
  const change = ({ chains: [, south] }: LabInstallation) => {
    if (south) Object.assign(south, { vault, retiredVaults: [south.vault] });
  };
  const changed = await harness.start({ change });
  await changed.waitForReceipt(hash, 0);
  expect(await harness.payments(destination, user.address)).toHaveLength(1);
  const later = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await changed.waitForReceipt(later, 0);
  expect(await harness.payments(destination, user.address)).toHaveLength(1);
  expect(await harness.payments(origin, user.address)).toEqual([]);
  const paid = await destination.chain.balanceOf(destination.token('USDC'), user.address);
  expect(paid).toBeGreaterThan(AMOUNT);
  expect(paid).toBeLessThan(2n * AMOUNT);
});

test('a payout of the former hot wallet that a reorg removed after its settlement is sent again', async () => {
  const { bridge } = harness;
  const { destination } = bridge;
  harness.keepMining();
  const service = await harness.start();
  const user = await harness.createUser();
  const hash = await bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await service.waitForReceipt(hash, 0);
  await service.stop();
  const paid = () => destination.chain.balanceOf(destination.token('USDC'), user.address);
  expect(await paid()).toBeGreaterThan(0n);
  const [payment] = await harness.payments(destination, user.address);
  const { client } = destination.chain;
  await destination.chain.withoutMining(async () => {
    const { blockNumber } = await client.getTransactionReceipt({ hash: payment?.hash ?? '0x' });
    await destination.chain.reorganise(Number((await client.getBlockNumber()) - blockNumber) + 1);
  });
  expect(await paid()).toBe(0n);

  const { change, signer } = await replaceHotWallet(bridge);
  await harness.start({ change, signer });
  await waitUntil(async () => (await paid()) > 0n, { what: 'the payout of the former hot wallet' });
  expect(await harness.payments(destination, user.address)).toHaveLength(1);
});
