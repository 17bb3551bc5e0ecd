import { formatUnits } from 'viem';
import { describe, expect } from 'vitest';
import { setVaultFunds } from '../../tools/lab/chains/setVaultCap.ts';
import { DESTINATION } from '../../tools/lab/chains/testBridge.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { TestService } from '../../tools/lab/installation/testService.ts';
import { createFastClock } from '../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';

describe('the quoted maximum', () => {
  /** Sets the vault's USDC balance on the destination, in its own block. */
  async function setVaultTokens({ bridge: { destination } }: TestInstallation, amount: bigint): Promise<void> {
    await setVaultFunds(destination, destination.token('USDC'), amount);
    await destination.chain.mine(1);
  }

  /** The pair's maximum; 0 while the pair is not available. */
  async function readMax(service: TestService): Promise<bigint> {
    const { data } = await service.ask('get_all_pair_infos', {});
    const pairs: { token_name: string; to_chain_name: string; available: boolean; max_value: { raw_value: string } }[] =
      data.pair_infos;
    const pair = pairs.find(({ token_name: token, to_chain_name: to }) => token === 'USDC' && to === DESTINATION);
    if (!pair) throw new Error('the pair is not listed');
    return pair.available ? BigInt(pair.max_value.raw_value) : 0n;
  }

  const waitForMax = (service: TestService, wanted: bigint) =>
    waitUntil(async () => (await readMax(service)) === wanted, { what: `a greatest value of ${wanted}` });

  async function readBound(installation: TestInstallation): Promise<bigint> {
    const [row] = await installation.query<{ total: bigint }>(
      "select coalesce(sum(amount), 0) as total from obligations where state <> 'void' and kind = 'payout'",
    );
    return row?.total ?? 0n;
  }

  test('follows the balance exactly, and a higher amount answers 904', async ({ installation }) => {
    await setVaultTokens(installation, 1_000_000_000_000n);
    const service = await installation.start();
    expect(await readMax(service)).toBe(10_000_000_000n);
    await setVaultTokens(installation, 200_000_000n);
    // The bridge fee is 0.1 percent of this, so 200 USDC arrive.
    const max = 200_200_201n;
    await waitForMax(service, max);
    const built = await service.build({ ui_value: formatUnits(max, 6) });
    expect(built.data.receive_value.raw_value).toBe('200000000');
    expect(built.data.max_value.raw_value).toBe(String(max));
    expect((await service.build({ ui_value: formatUnits(max + 1n, 6) })).status).toMatchObject({
      code: 904,
      message:
        "The amount must be between 1 USDC and 200.200201 USDC. The bridge's funds on Southshore allow no more at the moment.",
    });
    await setVaultTokens(installation, 1_000_000_000_000n);
    await waitForMax(service, 10_000_000_000n);
  });

  test('excludes the payout of an undecided deposit, unless acceptance would refund it', async ({ installation }) => {
    await setVaultTokens(installation, 200_000_000n);
    installation.keepMining();
    const service = await installation.start({ workers: ['fees', 'liquidity', 'watch'] });
    await waitForMax(service, 200_200_201n);
    const invalid = await installation.deposit({ amount: 200_000_000n, target: 'no address' });
    const excessive = await installation.deposit({ amount: 20_000_000_000n });
    for (const transfer of [invalid, excessive]) await transfer.until('seen');
    const built = await service.build({ ui_value: '50' });
    const receive = BigInt(built.data.receive_value.raw_value);
    await installation.deposit({ amount: BigInt(built.data.send_value.raw_value) });
    const left = 200_000_000n - receive;
    // The bridge fee is 0.1 percent.
    await waitForMax(service, ((left + 1n) * 1000n - 1n) / 999n);
  });

  // It answers decimals() with 18, and runs the rest for every other call.
  const oddToken = (body: string, end: string) =>
    `0x60003560e01c63313ce5671460${end}57${body}5b601260005260206000f3` as const;

  test.for([
    ['reverts', oddToken('60006000fd', '14')],
    ['burns all gas', oddToken('5b600f56', '13')],
  ] as const)('follows the balance while another token %s', async ([, bytecode], { installation }) => {
    await setVaultTokens(installation, 1_000_000_000_000n);
    const { chain, token } = installation.bridge.destination;
    const address = token('WBTC');
    const code = await chain.client.getCode({ address });
    await chain.client.setCode({ address, bytecode });
    try {
      const service = await installation.start();
      await waitForMax(service, 10_000_000_000n);
      await setVaultTokens(installation, 200_000_000n);
      await waitForMax(service, 200_200_201n);
    } finally {
      await chain.client.setCode({ address, bytecode: code ?? '0x' });
    }
  });

  test('falls below the minimum while the hot wallet lacks native tokens for gas', async ({ installation }) => {
    const { destination, hotWallet } = installation.bridge;
    await setVaultTokens(installation, 200_000_000n);
    const service = await installation.start();
    const nativeBalance = await destination.chain.client.getBalance({ address: hotWallet.address });
    await destination.chain.client.setBalance({ address: hotWallet.address, value: 1n });
    await destination.chain.mine(1);
    await waitUntil(async () => (await readMax(service)) < 1_000_000n);
    await destination.chain.client.setBalance({ address: hotWallet.address, value: nativeBalance });
    await destination.chain.mine(1);
    await waitForMax(service, 200_200_201n);
  });

  test('falls below the minimum while waiting transfers, which answer 908, need all funds', async ({
    installation,
  }) => {
    const funds = 70_000_000n;
    await setVaultTokens(installation, 1_000_000_000n);
    installation.keepMining();
    const first = await installation.start({ without: ['sign'] });
    const transfers = await Promise.all([1, 2, 3].map(() => installation.deposit()));
    for (const transfer of transfers) await transfer.untilReceipt(/confirmed/);
    await first.stop();
    await setVaultTokens(installation, funds);

    const service = await installation.start({ clock: createFastClock(5) });
    const readReceipts = () => Promise.all(transfers.map(({ receipt }) => receipt()));
    await waitUntil(async () => (await readReceipts()).filter(({ status }) => status.code === 0).length === 1);
    const waiting = await waitUntil(async () => {
      const short = (await readReceipts()).filter(({ status }) => /until the bridge has enough/.test(status.message));
      return short.length === 2 ? short : null;
    });
    expect(waiting.map(({ status }) => status.code)).toEqual([908, 908]);
    expect(await readBound(installation)).toBeLessThanOrEqual(funds);
    // The worker stores the free funds about once a second.
    const refusal = await waitUntil(async () => {
      const { status } = await service.build({ ui_value: '20' });
      return status.code === 904 ? status : null;
    });
    expect(refusal.message).toBe(
      'The bridge is short of funds: its funds on Southshore do not cover the minimum of 1 USDC at the moment. The amount must be between 1 USDC and 1 USDC. Try again later.',
    );

    await setVaultTokens(installation, 1_000_000_000n);
    for (const transfer of transfers) {
      await transfer.delivered();
      expect(await transfer.payouts()).toHaveLength(1);
    }
    await waitUntil(async () => (await service.build({ ui_value: '20' })).status.code === 0);
  });
});
