import type { Address } from 'viem';
import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BridgeSide } from '../../lab/bridge/testBridge.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../lab/service/operatorHarness.ts';
import { createOperatorHarness } from '../../lab/service/operatorHarness.ts';
import { createFastClock } from '../../lab/service/testService.ts';
import type { ReportStep } from '../engineContext.ts';

const AUTHOR = ['--why', 'a test', '--who', 'alice'];

type Row = { readonly state: string; readonly tries: number; readonly burntValue: bigint; readonly reason: string };

/** A recipient that accepts native tokens whenever its payment is simulated, and uses up all gas in the block. */
describe('a recipient that burns gas in the block', () => {
  let operator: OperatorHarness;

  beforeAll(async () => {
    operator = await createOperatorHarness(53_000);
  });
  beforeEach(() => operator.harness.reset());
  afterAll(() => operator?.stop());

  const setCode = ({ chain }: BridgeSide, address: Address, bytecode: '0x' | '0xfe') =>
    chain.client.setCode({ address, bytecode });

  function createBurner(side: BridgeSide, address: () => Address | null) {
    let isActive = true;
    const reportStep: ReportStep = async (step) => {
      const user = address();
      if (!user || !isActive) return;
      if (step === 'settle.committed') await setCode(side, user, '0x');
      if (step === 'sign.committed') await setCode(side, user, '0xfe');
    };
    const stop = async () => {
      isActive = false;
      const user = address();
      if (user) await setCode(side, user, '0x');
    };
    return { reportStep, stop };
  }

  async function readTransfer(): Promise<Row | undefined> {
    const [row] = await operator.harness
      .database()
      .query<Row>('select state, tries, burnt_value, reason from transfers');
    return row;
  }
  const waitForState = (state: string) =>
    waitUntil(async () => (await readTransfer())?.state === state, { what: state });
  const readAmounts = async () => {
    const rows = await operator.harness
      .database()
      .query<{ amount: bigint; state: string }>('select amount, state from obligations order by id');
    return rows;
  };

  test('has its refund tried three times at its own cost, then held, and paid once by the operator', async () => {
    const { harness, run, findId } = operator;
    const { origin, hotWallet } = harness.bridge;
    let user: Address | null = null;
    const burner = createBurner(origin, () => user);
    harness.keepMining();
    const service = await harness.start({ clock: createFastClock(40), reportStep: burner.reportStep });
    const account = await harness.createUser();
    user = account.address;
    const amount = parseEther('400');
    const hash = await harness.bridge.deposit(account, { token: 'ETH', amount });
    const before = await origin.chain.client.getBalance({ address: hotWallet.address });
    await waitForState('refundHeld');
    const { status } = await service.receipt(hash);
    expect(status).toMatchObject({ code: 909, message: expect.stringContaining('is on hold') });
    expect(await readTransfer()).toMatchObject({ tries: 3, reason: expect.stringContaining('is not between') });
    const amounts = await readAmounts();
    expect(amounts.map(({ state }) => state)).toEqual(['void', 'void', 'void']);
    const burnt = before - (await origin.chain.client.getBalance({ address: hotWallet.address }));
    expect(burnt).toBeGreaterThan(0n);

    // A thief of the database enlarges the charge. The service reads it from the chain again.
    await harness.database().query('update transfers set burnt_value = burnt_value * 1000 + 10::numeric ^ 24');

    // Nothing else happens without the operator.
    await expect(run('close', '0x'.padEnd(66, '1'), ...AUTHOR)).rejects.toThrow('no transfer');
    await burner.stop();
    const id = await findId(hash);
    expect((await run('retry', id, ...AUTHOR)).lines[0]).toContain('its refund was held, and is due again');
    await waitForState('refunded');
    const payments = await harness.payments(origin, account.address);
    expect(payments).toHaveLength(1);
    // The recipient pays for what it burnt: the bridge loses nothing.
    expect(payments[0]?.amount).toBeLessThan(amount - burnt);
    expect(payments[0]?.amount).toBeGreaterThan(amount - burnt * 2n - parseEther('0.01'));
    expect((await service.receipt(hash)).status.code).toBe(909);
  });

  test('has its payout tried three times, then held', async () => {
    const { harness, findId, run } = operator;
    const { destination } = harness.bridge;
    let user: Address | null = null;
    const burner = createBurner(destination, () => user);
    harness.keepMining();
    await harness.start({ clock: createFastClock(40), reportStep: burner.reportStep });
    const account = await harness.createUser();
    user = account.address;
    const hash = await harness.bridge.deposit(account, { token: 'ETH', amount: parseEther('1') });
    await waitForState('held');
    expect(await readTransfer()).toMatchObject({ tries: 3, reason: 'its payout failed too often' });
    expect((await readAmounts()).map(({ state }) => state)).toEqual(['void', 'void', 'void']);
    // A refund of it is charged with the gas that the payouts burnt.
    await burner.stop();
    expect((await readTransfer())?.burntValue).toBeGreaterThan(0n);
    await run('refund', await findId(hash), ...AUTHOR);
    await waitForState('refunded');
  });

  test('is held as soon as the operator asks for it: at once, or when the signed refund fails', async () => {
    const { harness, run, findId } = operator;
    const { origin } = harness.bridge;
    let user: Address | null = null;
    const burner = createBurner(origin, () => user);
    let held: Promise<unknown> | null = null;
    const reportStep: ReportStep = async (step, detail) => {
      await burner.reportStep(step, detail);
      if (step !== 'sign.committed' || held) return;
      const [id = '0x'] = detail.transferIds ?? [];
      held = run('hold', id, ...AUTHOR);
    };
    harness.keepMining();
    await harness.start({ clock: createFastClock(40), reportStep });
    const account = await harness.createUser();
    user = account.address;
    const hash = await harness.bridge.deposit(account, { token: 'ETH', amount: parseEther('400') });
    await waitForState('refundHeld');
    expect(await held).toMatchObject({ lines: [expect.stringContaining('it is held if that payment fails')] });
    expect(await readAmounts()).toHaveLength(1);
    const id = await findId(hash);
    await run('retry', id, ...AUTHOR);
    // The refund fails again and waits, so nothing of it can take effect.
    await waitUntil(async () => (await readAmounts()).filter(({ state }) => state === 'void').length === 2);
    expect((await run('hold', id, ...AUTHOR)).lines[0]).toContain('it was refunding and is held now');
    expect((await readTransfer())?.state).toBe('refundHeld');
    expect((await run('close', id, ...AUTHOR)).lines[0]).toContain('is closed now');
    expect((await readTransfer())?.state).toBe('closed');
  });
});
