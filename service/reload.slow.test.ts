import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { waitUntil } from '../lab/processes/waitUntil.ts';
import type { TestHarness } from '../lab/service/testHarness.ts';
import { createTestHarness } from '../lab/service/testHarness.ts';
import type { ConfigFile } from './config/configFileSchema.ts';

// A busy machine is slow, so the timeouts are long.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const AMOUNT = 50_000_000n;

let harness: TestHarness;

beforeAll(async () => {
  harness = await createTestHarness('embedded', 54_000);
});
afterAll(() => harness?.stop());

function limitTo(max: string) {
  return (file: ConfigFile) => {
    // The quotes have changed limits from the next epoch on.
    file.feeEpochSeconds = 1;
    file.operator = { host: '127.0.0.1', port: 0, maxCursorLagBlocks: 100, maxLookAgeSeconds: 120 };
    file.routes = file.routes.map((route) => (route.token === 'USDC' ? { ...route, max } : route));
  };
}

test('a reload changes limits at once, keeps transfers going, and refuses what does not fit the chains', async () => {
  await harness.reset();
  harness.keepMining();
  const service = await harness.start({ change: limitTo('1000') });
  const user = await harness.createUser();
  const largest = async (): Promise<string> => {
    const { data } = await service.ask('get_all_pair_infos', { value_include_gas_fee: false });
    const pair = data.pair_infos.find((one: { token_name: string }) => one.token_name === 'USDC');
    return pair?.max_value.ui_value ?? '';
  };
  const readMetric = async () =>
    /^causeway_config_refused (\d)$/m.exec(await (await fetch(`${service.operatorUrl}/metrics`)).text())?.[1];

  await waitUntil(async () => (await largest()) === '1000');
  const first = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  expect(await service.reload(limitTo('700'))).toBe(true);
  await waitUntil(async () => (await largest()) === '700');
  await service.waitForReceipt(first, [0]);

  const withWrongDecimals = (file: ConfigFile) => {
    limitTo('300')(file);
    const deployment = file.tokens.find(({ name }) => name === 'USDC')?.deployments.Southshore;
    if (deployment) deployment.decimals = 7;
  };
  expect(await service.reload(withWrongDecimals)).toBe(false);
  await waitUntil(async () => (await readMetric()) === '1');
  expect(await largest()).toBe('700');
  const second = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await service.waitForReceipt(second, [0]);

  expect(await service.reload(limitTo('900'))).toBe(true);
  await waitUntil(async () => (await readMetric()) === '0');
  await waitUntil(async () => (await largest()) === '900');
  expect(await harness.payments(harness.bridge.destination, user.address)).toHaveLength(2);
  await service.stop();
});
