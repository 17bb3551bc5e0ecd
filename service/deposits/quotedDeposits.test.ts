import type { Hash, Hex, PrivateKeyAccount } from 'viem';
import { expect } from 'vitest';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { pickRoute } from '../../tools/lab/service/sampleCatalog.ts';
import { routeId } from '../boot/model/catalog.ts';
import { confirmSchedules, insertSchedules } from '../quotes/feeSchedules.ts';
import { createDustTerms } from '../quotes/model/dust.ts';

// A refund then costs more than these tests' deposits.
const BASE_FEE = 30_000_000_000n;
const AMOUNT = 1_000_000_000_000_000n;

const raiseMinimum = (file: LabInstallation) => {
  const raised: Readonly<Record<string, string>> = { USDC: '20', ETH: '0.005' };
  for (const { name, transfers } of file.tokens) {
    for (const transfer of transfers) transfer.min = raised[name] ?? transfer.min;
  }
};

type Transaction = { readonly to: Hex; readonly data: Hex; readonly value: string };

async function send(
  installation: TestInstallation,
  user: PrivateKeyAccount,
  { to, data, value }: Transaction,
): Promise<Hash> {
  const { client } = installation.bridge.origin.chain;
  const hash = await client.sendTransaction({ account: user, chain: null, to, data, value: BigInt(value) });
  await client.waitForTransactionReceipt({ hash });
  return hash;
}

function makeGasExpensive(installation: TestInstallation): Promise<void> {
  const { client } = installation.bridge.origin.chain;
  return client.setNextBlockBaseFeePerGas({ baseFeePerGas: BASE_FEE });
}

test.for([
  ['raised minimum', raiseMinimum],
  [
    'raised minimum and a handling minimum above its amount',
    (file: LabInstallation) => {
      raiseMinimum(file);
      file.lab.handlingMinimum = '15';
    },
  ],
] as const)(
  'a deposit that was quoted before a %s is paid at least its quote',
  async ([, change], { installation }) => {
    const { destination } = installation.bridge;
    const user = await installation.createUser();
    const service = await installation.start();
    const quote = { from_address: user.address, to_address: user.address, ui_value: '10' };
    const { data } = await waitUntil(async () => {
      const answer = await service.build(quote);
      return answer.status.code === 0 ? answer : null;
    });
    await service.stop();

    const changed = await installation.start({ change });
    // Until the raised minimum takes effect.
    await waitUntil(async () => (await changed.build(quote)).status.code !== 0);
    await send(installation, user, data.txs.approve_body);
    await makeGasExpensive(installation);
    const hash = await send(installation, user, data.txs.transfer_body);
    installation.keepMining();
    await changed.waitForReceipt(hash, 0);
    const [payment, ...more] = await installation.payments(destination, user.address);
    expect(more).toEqual([]);
    expect(payment?.amount).toBeGreaterThanOrEqual(BigInt(data.receive_value.raw_value));
  },
);

test('a deposit of a removed route that had the smallest minimum is held', async ({ installation }) => {
  const { origin } = installation.bridge;
  await installation.start({ change: raiseMinimum });
  // What a configuration with a third chain left behind.
  const removed = 999_999;
  const { catalog } = installation.bridge.catalog();
  const route = pickRoute(catalog, 'ETH');
  const schedule = {
    ...{ routeId: routeId('ETH', origin.chain.id, removed), validFrom: new Date() },
    ...{ gasFee: 1n, feeBps: 10n, feeFloor: 1n, min: route.min, max: route.max, nativePrice: null },
    ...createDustTerms(catalog, route),
  };
  const confirmation = { chainId: removed, routeIds: [schedule.routeId], epoch: 1, feeEpochSeconds: 30 };
  await installation.database().transaction(async (transaction) => {
    await confirmSchedules(transaction, { ...confirmation, at: schedule.validFrom });
    await insertSchedules(transaction, confirmation.epoch, [schedule]);
  });
  const user = await installation.createUser();
  await makeGasExpensive(installation);
  const transfer = await installation.deposit({ user, token: 'ETH', amount: AMOUNT, destination: BigInt(removed) });
  installation.keepMining();
  await transfer.until('held');
  expect((await transfer.receipt()).status.details).toMatchObject({ step: 'held', reason: 'route_removed' });
});
