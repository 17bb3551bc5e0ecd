import { encodeAbiParameters, keccak256, pad, parseGwei, toHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { LARGEST_CAP, setVaultCap } from '../../lab/bridge/setVaultCap.ts';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../lab/service/operatorHarness.ts';
import { createOperatorHarness, waitForMessage } from '../../lab/service/operatorHarness.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import type { TestService } from '../../lab/service/testService.ts';
import { createFastClock } from '../../lab/service/testService.ts';
import { WORKERS } from '../engine.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AMOUNT = 50_000_000n;
const AUTHOR = ['--why', 'a test', '--who', 'alice'];

describe('a payout that has to wait', () => {
  let operator: OperatorHarness;
  let harness: TestInstallation;

  beforeAll(async () => {
    operator = await createOperatorHarness(53_200);
    harness = operator.harness;
  });
  beforeEach(() => harness.reset());
  afterAll(() => operator?.stop());

  /** Sets what the bridge has of USDC on the destination chain. @returns what it had before */
  async function setFunds(amount: bigint): Promise<bigint> {
    const { destination } = harness.bridge;
    const { vault } = destination.deployment;
    const token = destination.token('USDC');
    const before = await destination.chain.balanceOf(token, vault);
    // OpenZeppelin's ERC-20 keeps its balances in a mapping at slot 0.
    const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [vault, 0n]));
    await destination.chain.client.setStorageAt({ address: token, index: slot, value: pad(toHex(amount)) });
    return before;
  }

  test('for funds longer than a day becomes a refund, and is not paid when the funds return', async () => {
    const { origin, destination } = harness.bridge;
    let aheadMs = 0;
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    harness.keepMining();
    const funds = await setFunds(0n);
    try {
      const service = await harness.start({ clock });
      const user = await harness.createUser();
      const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
      const waiting = await waitForMessage(service, hash, /until the bridge has enough USDC on Southshore/);
      expect(waiting.status.code).toBe(908);
      // Nothing more is quoted for these funds.
      const build = await service.ask('get_build_tx', {
        ...{ from_address: user.address, from_chain_name: 'Northshore', to_address: user.address },
        ...{ to_chain_name: 'Southshore', token_name: 'USDC', ui_value: '5' },
      });
      expect(build.status.code).toBe(904);

      aheadMs = DAY_MS - 60_000;
      await waitForMessage(service, hash, /until the bridge has enough USDC on Southshore/);
      aheadMs = DAY_MS + 120_000;
      await service.waitForReceipt(hash, 909);
      await setFunds(funds);
      aheadMs += DAY_MS;
      const { status } = await waitForMessage(service, hash, /is done, in transaction/);
      expect(status.message).toContain('could not pay it out in time');
      expect(await harness.payments(origin, user.address)).toHaveLength(1);
      expect(await harness.payments(destination, user.address)).toEqual([]);
    } finally {
      await setFunds(funds);
    }
  });

  test('for funds keeps its clock through short pauses, and a pause at its deadline only delays the refund', async () => {
    const { origin, destination } = harness.bridge;
    let aheadMs = 0;
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    harness.keepMining();
    const funds = await setFunds(0n);
    try {
      const service = await harness.start({ clock });
      const user = await harness.createUser();
      const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
      const short = () => waitForMessage(service, hash, /until the bridge has enough USDC on Southshore/);
      const paused = () => waitForMessage(service, hash, /because Southshore is paused/);
      await short();
      aheadMs = 22 * HOUR_MS;
      await operator.run('pause', 'chain', 'Southshore', ...AUTHOR);
      await paused();
      await operator.run('resume', 'chain', 'Southshore', ...AUTHOR);
      aheadMs += HOUR_MS / 30;
      await short();
      await operator.run('pause', 'chain', 'Southshore', ...AUTHOR);
      aheadMs += HOUR_MS / 30;
      await paused();
      const before = await readRetryAt(hash);
      aheadMs = 26 * HOUR_MS;
      await waitUntil(async () => (await readRetryAt(hash)) !== before, { what: 'a try after the deadline' });
      expect((await paused()).status.code).toBe(908);
      await operator.run('resume', 'chain', 'Southshore', ...AUTHOR);
      aheadMs += HOUR_MS / 30;
      await service.waitForReceipt(hash, 909);
      await waitForMessage(service, hash, /is done, in transaction/);
      expect(await harness.payments(origin, user.address)).toHaveLength(1);
      expect(await harness.payments(destination, user.address)).toEqual([]);
    } finally {
      await setFunds(funds);
    }
  });

  const readTransfer = async (hash: string) => {
    const [row] = await harness
      .database()
      .query<{ state: string; retryAt: Date | null }>(
        'select t.state, t.retry_at from transfers t join deposits d using (id) where d.tx_hash = $1',
        [hash],
      );
    return row;
  };

  /** Each try sets the time of the next one. */
  const readRetryAt = async (hash: string) => (await readTransfer(hash))?.retryAt?.getTime();

  /** Limits what the vault still pays in its window, and in one payment. */
  async function setLeft(left: bigint, perPayment = LARGEST_CAP): Promise<void> {
    const { destination } = harness.bridge;
    const token = destination.token('USDC');
    const vault = { address: destination.deployment.vault, abi: vaultAbi } as const;
    const { client } = destination.chain;
    const { perWindow } = await client.readContract({ ...vault, functionName: 'capOf', args: [token] });
    const spent = perWindow - (await client.readContract({ ...vault, functionName: 'spendable', args: [token] }));
    await setVaultCap(destination, token, { perPayment, perWindow: spent + left });
  }

  const deposit = async (amount: bigint) =>
    harness.bridge.deposit(await harness.createUser(), { token: 'USDC', amount });

  const WINDOW = /until the vault's window on Southshore allows more/;

  test("for the vault's window is paid before younger payments that would fit sooner", async () => {
    harness.keepMining();
    const service: TestService = await harness.start({ clock: createFastClock(5) });
    // The window can allow the large payment again only if its cap does.
    await service.waitForReceipt(await deposit(4n * AMOUNT), 0);
    try {
      await setLeft(60_000_000n);
      const large = await deposit(2n * AMOUNT);
      await waitForMessage(service, large, WINDOW);
      const small = await deposit(AMOUNT);
      await waitForMessage(service, small, /the payment waits until/);
      expect((await service.receipt(small)).status.code).toBe(908);
      await setLeft(110_000_000n);
      await service.waitForReceipt(large, 0);
      await setLeft(AMOUNT);
      await service.waitForReceipt(small, 0);
    } finally {
      await setLeft(LARGEST_CAP / 2n);
    }
  });

  test("above the vault's cap per payment keeps no younger payment waiting", async () => {
    harness.keepMining();
    const service = await harness.start({ clock: createFastClock(5) });
    await service.waitForReceipt(await deposit(AMOUNT), 0);
    try {
      await setLeft(4n * AMOUNT, 3n * AMOUNT);
      const capped = await deposit(4n * AMOUNT);
      await waitForMessage(service, capped, /until the vault on Southshore allows so large a payment/);
      await service.waitForReceipt(await deposit(AMOUNT), 0);
      await setLeft(LARGEST_CAP / 2n);
      await service.waitForReceipt(capped, 0);
    } finally {
      await setLeft(LARGEST_CAP / 2n);
    }
  });

  test("above the vault's balance keeps no younger payment waiting", async () => {
    harness.keepMining();
    const service = await harness.start({ clock: createFastClock(5) });
    const funds = await setFunds(3n * AMOUNT);
    try {
      const unfunded = await deposit(4n * AMOUNT);
      await waitForMessage(service, unfunded, /until the bridge has enough USDC on Southshore/);
      await service.waitForReceipt(await deposit(AMOUNT), 0);
      expect((await service.receipt(unfunded)).status.code).toBe(908);
    } finally {
      await setFunds(funds);
    }
  });

  test("for the vault's window longer than a day becomes a refund", async () => {
    let aheadMs = 0;
    harness.keepMining();
    const service = await harness.start({ clock: { now: () => new Date(Date.now() + aheadMs) } });
    try {
      await setLeft(AMOUNT / 2n);
      const hash = await deposit(AMOUNT);
      await waitForMessage(service, hash, /the payment waits until the vault/);
      aheadMs = DAY_MS + 120_000;
      await service.waitForReceipt(hash, 909);
      await waitUntil(async () => (await readTransfer(hash))?.state === 'refunded', { what: 'the refund' });
    } finally {
      await setLeft(LARGEST_CAP / 2n);
    }
  });

  test('for a gas price far above its fee is paid in full once gas costs less', async () => {
    const { destination } = harness.bridge;
    const { client } = destination.chain;
    const change = ({ guards }: LabInstallation) => {
      guards.maxGasFactor = 5;
    };
    harness.keepMining();
    const first = await harness.start({ change, workers: WORKERS.filter((worker) => worker !== 'sign') });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForMessage(first, hash, /The payout on Southshore is next/);
    await first.stop();
    const [quoted] = await harness.database().query<{ receiveAmount: bigint }>('select receive_amount from transfers');

    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('500') });
    await destination.chain.mine(1);
    let isExpensive = true;
    const keepExpensive = setInterval(() => {
      if (isExpensive) client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('500') }).catch(() => {});
    }, 50);
    try {
      const second = await harness.start({ change });
      const { status } = await waitForMessage(second, hash, /until gas on Southshore costs less/);
      expect(status).toMatchObject({ code: 908 });
      expect(await harness.database().query('select 1 from sends')).toEqual([]);
      isExpensive = false;
      await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') });
      await second.waitForReceipt(hash, 0);
      const payments = await harness.payments(destination, user.address);
      expect(payments.map(({ amount }) => amount)).toEqual([quoted?.receiveAmount]);
    } finally {
      clearInterval(keepExpensive);
    }
    await waitUntil(async () => (await harness.payments(destination, user.address)).length === 1);
  });
});
