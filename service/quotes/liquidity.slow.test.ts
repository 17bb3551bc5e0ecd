import { erc20Abi, formatUnits } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mintTokens } from '../../contracts/deploy.ts';
import { DESTINATION, ORIGIN } from '../../lab/bridge/testBridge.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import type { TestService } from '../../lab/service/testService.ts';
import { createFastClock } from '../../lab/service/testService.ts';
import { WORKERS } from '../engine.ts';

const AMOUNT = 50_000_000n;
const ELSEWHERE = '0x000000000000000000000000000000000000dEaD';
const USER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

describe('the quoted maximum', () => {
  let harness: TestInstallation;

  beforeAll(async () => {
    harness = await createTestHarness('postgresql', 47_600);
  });
  beforeEach(() => harness.reset());
  afterAll(() => harness?.stop());

  /** Sets the vault's USDC balance on the destination. */
  async function setVaultTokens(wanted: bigint): Promise<void> {
    const { destination } = harness.bridge;
    const { chain, deployment } = destination;
    const { vault } = deployment;
    const token = destination.token('USDC');
    const balance = await chain.balanceOf(token, vault);
    if (balance < wanted) await mintTokens(chain, [{ token, to: vault, amount: wanted - balance }]);
    if (balance <= wanted) return;
    await chain.client.impersonateAccount({ address: vault });
    const hash = await chain.client.writeContract({
      ...{ account: vault, chain: null, address: token, abi: erc20Abi, functionName: 'transfer' },
      args: [ELSEWHERE, balance - wanted],
    });
    await chain.client.waitForTransactionReceipt({ hash });
  }

  const build = (service: TestService, value: string) =>
    service.ask('get_build_tx', {
      ...{ from_address: USER, from_chain_name: ORIGIN, to_address: USER, to_chain_name: DESTINATION },
      ...{ token_name: 'USDC', ui_value: value },
    });

  /** The maximum of the pair; 0 while the pair is not available. */
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

  async function readBound(): Promise<bigint> {
    const [row] = await harness
      .database()
      .query<{ total: bigint }>(
        "select coalesce(sum(amount), 0) as total from obligations where state <> 'void' and kind = 'payout'",
      );
    return row?.total ?? 0n;
  }

  test('follows the balance exactly, and a higher amount answers 904', async () => {
    await setVaultTokens(1_000_000_000_000n);
    const service = await harness.start();
    expect(await readMax(service)).toBe(10_000_000_000n);
    await setVaultTokens(200_000_000n);
    // The bridge fee is 0.1 percent of this, so 200 USDC arrive.
    const max = 200_200_201n;
    await waitForMax(service, max);
    const built = await build(service, formatUnits(max, 6));
    expect(built.data.receive_value.raw_value).toBe('200000000');
    expect(built.data.max_value.raw_value).toBe(String(max));
    expect((await build(service, formatUnits(max + 1n, 6))).status).toMatchObject({
      code: 904,
      message:
        "The amount must be between 1 USDC and 200.200201 USDC. The bridge's funds on Southshore allow no more at the moment.",
    });
    await setVaultTokens(1_000_000_000_000n);
    await waitForMax(service, 10_000_000_000n);
  });

  test('excludes the payout of an undecided deposit, unless acceptance would refund it', async () => {
    await setVaultTokens(200_000_000n);
    harness.keepMining();
    const service = await harness.start({ workers: ['fees', 'liquidity', 'watch'] });
    await waitForMax(service, 200_200_201n);
    const stranger = await harness.createUser();
    await harness.bridge.deposit(stranger, { token: 'USDC', amount: 4n * AMOUNT, target: 'no address' });
    await harness.bridge.deposit(stranger, { token: 'USDC', amount: 20_000_000_000n });
    await waitUntil(
      async () => (await harness.database().query("select 1 from transfers where state = 'seen'")).length === 2,
    );
    const built = await build(service, '50');
    const receive = BigInt(built.data.receive_value.raw_value);
    await harness.bridge.deposit(await harness.createUser(), {
      token: 'USDC',
      amount: BigInt(built.data.send_value.raw_value),
    });
    const left = 200_000_000n - receive;
    // The bridge fee is 0.1 percent.
    await waitForMax(service, ((left + 1n) * 1000n - 1n) / 999n);
  });

  test('falls below the minimum while the hot wallet lacks native tokens for gas', async () => {
    const { destination, hotWallet } = harness.bridge;
    await setVaultTokens(200_000_000n);
    const service = await harness.start();
    const nativeBalance = await destination.chain.client.getBalance({ address: hotWallet.address });
    await destination.chain.client.setBalance({ address: hotWallet.address, value: 1n });
    await destination.chain.mine(1);
    await waitUntil(async () => (await readMax(service)) < 1_000_000n);
    await destination.chain.client.setBalance({ address: hotWallet.address, value: nativeBalance });
    await destination.chain.mine(1);
    await waitForMax(service, 200_200_201n);
  });

  test('falls below the minimum while waiting transfers, which answer 908, need all funds', async () => {
    const { destination } = harness.bridge;
    const funds = 70_000_000n;
    await setVaultTokens(1_000_000_000n);
    harness.keepMining();
    const first = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'sign') });
    const users = await Promise.all([1, 2, 3].map(() => harness.createUser()));
    const hashes: string[] = [];
    for (const user of users) hashes.push(await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT }));
    for (const hash of hashes) {
      await waitUntil(async () => /confirmed/.test((await first.receipt(hash)).status.message));
    }
    await first.stop();
    await setVaultTokens(funds);

    const service = await harness.start({ clock: createFastClock(5) });
    const codes = () => Promise.all(hashes.map(async (hash) => (await service.receipt(hash)).status.code));
    await waitUntil(async () => (await codes()).filter((code) => code === 0).length === 1);
    const waiting = await waitUntil(async () => {
      const receipts = await Promise.all(hashes.map((hash) => service.receipt(hash)));
      const short = receipts.filter(({ status }) => /until the bridge has enough/.test(status.message));
      return short.length === 2 ? short : null;
    });
    expect(waiting.map(({ status }) => status.code)).toEqual([908, 908]);
    expect(await readBound()).toBeLessThanOrEqual(funds);
    // The worker stores the free funds about once a second.
    const refusal = await waitUntil(async () => {
      const { status } = await build(service, '20');
      return status.code === 904 ? status : null;
    });
    expect(refusal.message).toBe(
      'The bridge is short of funds: its funds on Southshore do not cover the minimum of 1 USDC at the moment. The amount must be between 1 USDC and 1 USDC. Try again later.',
    );

    await setVaultTokens(1_000_000_000n);
    for (const hash of hashes) await service.waitForReceipt(hash, 0);
    for (const user of users) expect(await harness.payments(destination, user.address)).toHaveLength(1);
    await waitUntil(async () => (await build(service, '20')).status.code === 0);
  });
});
