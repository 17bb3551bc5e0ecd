import { expect } from 'vitest';
import { setPriceFeed } from '../../tools/lab/chains/priceFeed.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';

const ADDRESS = `0x${'5'.repeat(40)}` as const;
const DECIMALS = 10n ** 8n;

/** Sets the feed's price of ETH. */
function setEtherPrice(installation: TestInstallation, price: bigint, ageSeconds = 0): Promise<void> {
  const updatedAt = new Date(Date.now() - ageSeconds * 1000);
  return setPriceFeed(installation.bridge.origin.chain, { address: ADDRESS, answer: price * DECIMALS, updatedAt });
}

test('pairs follow the price feed of their token, and are refused with a reason while it is wild or stale', async ({
  installation,
}) => {
  installation.keepMining();
  await setEtherPrice(installation, 3300n);
  const service = await installation.start({
    change: (file) => {
      const feeds = [{ chain: 'Northshore', address: ADDRESS, maxAgeSeconds: 3600 }];
      file.tokens = file.tokens.map((token) => (token.name === 'ETH' ? { ...token, feeds } : token));
    },
  });
  const build = async () => (await service.build({ token_name: 'ETH', ui_value: '1' })).status;
  const listPrices = async (): Promise<readonly string[]> => {
    const { data } = await service.ask('get_all_pair_infos', {});
    return data.pair_infos
      .filter((pair: { token_name: string }) => pair.token_name === 'ETH')
      .map((pair: { from_token_price: { value: string } }) => pair.from_token_price.value);
  };

  await waitUntil(async () => (await listPrices()).includes('3300'));
  expect(await build()).toMatchObject({ code: 0 });

  await setEtherPrice(installation, 9000n);
  await waitUntil(async () => (await build()).code !== 0);
  const { code, message } = await build();
  expect(code).toBe(906);
  expect(message).toMatch(/does not know the price of ETH .* differ by more than 50 %/);
  await waitUntil(async () => (await listPrices()).length === 0);

  await setEtherPrice(installation, 3400n, 3700);
  await waitUntil(async () => (await build()).message.includes('is stale'));

  await setEtherPrice(installation, 3400n);
  await waitUntil(async () => (await listPrices()).includes('3400'));
  await waitUntil(async () => (await build()).code === 0);
});
