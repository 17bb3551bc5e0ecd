import { expect } from 'vitest';
import { compileContracts } from '../../contracts/artifacts.ts';
import { addVault } from '../../tools/lab/chains/deployment.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { replaceHotWallet } from '../../tools/lab/service/replaceHotWallet.ts';
import type { Worker } from '../engine.ts';

const AMOUNT = 50_000_000n;

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

/** Deposits while every worker except these runs, and stops the service once the receipt matches. */
async function depositUntil(installation: TestInstallation, without: readonly Worker[], pattern: RegExp) {
  const service = await installation.start({ without });
  const transfer = await installation.deposit();
  await transfer.untilReceipt(pattern);
  await service.stop();
  return transfer;
}

const UNDECIDED = /is in a block of Northshore|confirmations|deposit/i;

test('a deposit whose route was removed before its decision is held, not refunded', async ({ installation }) => {
  installation.keepMining();
  const transfer = await depositUntil(installation, ['accept', 'sign'], UNDECIDED);
  await installation.start({ change: removeRoutes });
  const held = await transfer.untilReceipt(/on hold, because the bridge no longer offers its route/);
  expect(held.status.code).toBe(908);
  expect(await transfer.refunds()).toEqual([]);
  expect(await transfer.payouts()).toEqual([]);
});

test('an accepted transfer whose route was removed is paid by what was decided', async ({ installation }) => {
  installation.keepMining();
  const transfer = await depositUntil(installation, ['sign'], /confirmed/);
  await installation.start({ change: removeRoutes });
  await transfer.delivered();
  expect(await transfer.payouts()).toHaveLength(1);
});

test('a chain with open transfers, and a hot wallet with unsettled payments, cannot leave the configuration', async ({
  installation,
}) => {
  installation.keepMining();
  await depositUntil(installation, ['broadcast'], /payout on Southshore is signed/);
  await expect(installation.start({ change: removeDestination })).rejects.toThrow(
    /This database has 1 open transfers on chain \d+, which the configuration lacks/,
  );
  const another = (await installation.createUser()).address;
  // Only the owner of the schema can do this: a trigger refuses it otherwise.
  const owner = installation.database();
  await owner.query('alter table senders disable trigger senders_key');
  await owner.query('update senders set address = $1 where chain_id = $2', [
    another,
    installation.bridge.origin.chain.id,
  ]);
  await owner.query('alter table senders enable trigger senders_key');
  await installation.query("update transfers set state = 'held', reason = 'a test'");
  await expect(installation.start({ change: removeDestination })).rejects.toThrow(
    /This database has 1 unsettled payments of the hot wallet 0x\w{40} on chain \d+/,
  );
});

test('a payment signed before the vault was replaced leaves the old vault once, and a later one leaves the new vault', async ({
  installation,
}) => {
  const { destination, hotWallet } = installation.bridge;
  installation.keepMining();
  const transfer = await depositUntil(installation, ['broadcast'], /payout on Southshore is signed/);
  const artifacts = await compileContracts();
  const { chain, deployment } = destination;
  const vault = await addVault(chain, { artifacts, hotWallet, deployment });
  const change = ({ chains: [, south] }: LabInstallation) => {
    if (south) Object.assign(south, { vault, retiredVaults: [south.vault] });
  };
  await installation.start({ change });
  await transfer.delivered();
  expect(await transfer.payouts()).toHaveLength(1);
  const { user } = transfer;
  const later = await installation.deposit({ user });
  await later.delivered();
  expect(await later.payouts()).toHaveLength(1);
  expect(await later.refunds()).toEqual([]);
  const paid = await destination.chain.balanceOf(destination.token('USDC'), user.address);
  expect(paid).toBeGreaterThan(AMOUNT);
  expect(paid).toBeLessThan(2n * AMOUNT);
});

test('a payout of the former hot wallet that a reorg removed after its settlement is sent again', async ({
  installation,
}) => {
  const { bridge } = installation;
  const { destination } = bridge;
  installation.keepMining();
  const service = await installation.start();
  const transfer = await installation.deposit();
  await transfer.delivered();
  await service.stop();
  const paid = () => destination.chain.balanceOf(destination.token('USDC'), transfer.user.address);
  expect(await paid()).toBeGreaterThan(0n);
  const [payment] = await transfer.payouts();
  const { client } = destination.chain;
  await destination.chain.withoutMining(async () => {
    const { blockNumber } = await client.getTransactionReceipt({ hash: payment?.hash ?? '0x' });
    await destination.chain.reorganise(Number((await client.getBlockNumber()) - blockNumber) + 1);
  });
  expect(await paid()).toBe(0n);

  const { change, signer } = await replaceHotWallet(bridge);
  await installation.start({ change, signer });
  await waitUntil(async () => (await paid()) > 0n, { what: 'the payout of the former hot wallet' });
  expect(await transfer.payouts()).toHaveLength(1);
});
