import type { Hash, Hex, PrivateKeyAccount } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DESTINATION, ORIGIN } from '../../lab/bridge/testBridge.ts';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { pickRoute } from '../../lab/service/sampleCatalog.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { routeId } from '../boot/model/catalog.ts';
import { confirmSchedules, insertSchedules } from '../quotes/feeSchedules.ts';
import { createDustTerms } from '../quotes/model/dust.ts';

// A refund then costs more than the deposits of these tests.
const BASE_FEE = 30_000_000_000n;
const AMOUNT = 1_000_000_000_000_000n;

let harness: TestInstallation;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 47_800);
});
beforeEach(() => harness.reset());
afterAll(() => harness?.stop());

const raiseMinimum = (file: LabInstallation) => {
  const raised: Readonly<Record<string, string>> = { USDC: '20', ETH: '0.005' };
  for (const { name, transfers } of file.tokens) {
    for (const transfer of transfers) transfer.min = raised[name] ?? transfer.min;
  }
};

type Transaction = { readonly to: Hex; readonly data: Hex; readonly value: string };

async function send(user: PrivateKeyAccount, { to, data, value }: Transaction): Promise<Hash> {
  const { client } = harness.bridge.origin.chain;
  const hash = await client.sendTransaction({ account: user, chain: null, to, data, value: BigInt(value) });
  await client.waitForTransactionReceipt({ hash });
  return hash;
}

function makeGasExpensive(): Promise<void> {
  const { client } = harness.bridge.origin.chain;
  return client.setNextBlockBaseFeePerGas({ baseFeePerGas: BASE_FEE });
}

test.each([
  ['raised minimum', raiseMinimum],
  [
    'raised minimum and a handling minimum above its amount',
    (file: LabInstallation) => {
      raiseMinimum(file);
      file.lab.handlingMinimum = '15';
    },
  ],
])('a deposit that was quoted before a %s is paid at least its quote', async (_, change) => {
  const { destination } = harness.bridge;
  const user = await harness.createUser();
  const service = await harness.start();
  const order = { from_address: user.address, from_chain_name: ORIGIN, to_address: user.address };
  const quote = { ...order, to_chain_name: DESTINATION, token_name: 'USDC', ui_value: '10' };
  const { data } = await waitUntil(async () => {
    const answer = await service.ask('get_build_tx', quote);
    return answer.status.code === 0 ? answer : null;
  });
  await service.stop();

  const changed = await harness.start({ change });
  // Until the raised minimum is in force.
  await waitUntil(async () => (await changed.ask('get_build_tx', quote)).status.code !== 0);
  await send(user, data.txs.approve_body);
  await makeGasExpensive();
  const hash = await send(user, data.txs.transfer_body);
  harness.keepMining();
  await changed.waitForReceipt(hash, 0);
  const [payment, ...more] = await harness.payments(destination, user.address);
  expect(more).toEqual([]);
  expect(payment?.amount).toBeGreaterThanOrEqual(BigInt(data.receive_value.raw_value));
});

test('a deposit of a route that was removed with the smallest minimum is held', async () => {
  const { origin } = harness.bridge;
  const service = await harness.start({ change: raiseMinimum });
  // What a configuration with a third chain left behind.
  const removed = 999_999;
  const { catalog } = harness.bridge.catalog();
  const route = pickRoute(catalog, 'ETH');
  const schedule = {
    ...{ routeId: routeId('ETH', origin.chain.id, removed), validFrom: new Date() },
    ...{ gasFee: 1n, feeBps: 10n, feeFloor: 1n, min: route.min, max: route.max },
    ...createDustTerms(catalog, route),
  };
  const confirmation = { chainId: removed, routeIds: [schedule.routeId], epoch: 1, feeEpochSeconds: 30 };
  await harness.database().transaction(async (transaction) => {
    await confirmSchedules(transaction, { ...confirmation, at: schedule.validFrom });
    await insertSchedules(transaction, confirmation.epoch, [schedule]);
  });
  const user = await harness.createUser();
  await makeGasExpensive();
  const order = { token: 'ETH', amount: AMOUNT, destination: BigInt(removed) } as const;
  const hash = await harness.bridge.deposit(user, order);
  harness.keepMining();
  const held = await waitUntil(
    async () => {
      const answer = await service.receipt(hash);
      return answer.status.details?.step === 'held' ? answer : null;
    },
    { what: 'the hold' },
  );
  expect(held.status.details).toMatchObject({ reason: 'route_removed' });
});
