import type { Address } from 'viem';
import { concatHex, parseEther, toFunctionSelector } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { describe, expect } from 'vitest';
import type { BridgeSide } from '../../tools/lab/chains/testBridge.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { AUTHOR } from '../../tools/lab/installation/testOperator.ts';
import { createFastClock } from '../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import type { ReportStep } from '../engineContext.ts';

/** A recipient that accepts native tokens whenever its payment is simulated, but burns all gas in the block. */
describe('a recipient that burns gas in the block', () => {
  const setCode = ({ chain }: BridgeSide, address: Address, bytecode: '0x' | '0xfe') =>
    chain.client.setCode({ address, bytecode });

  function createBurner(side: BridgeSide, address: () => Address | null) {
    let isActive = true;
    const reportStep: ReportStep = async (step) => {
      const user = address();
      if (!user || !isActive) return;
      if (step === 'settle.committed') await setCode(side, user, '0x');
      // Not after the commit: from then on, the payment may be on its way.
      if (step === 'sign.signed') await setCode(side, user, '0xfe');
    };
    const stop = async () => {
      isActive = false;
      const user = address();
      if (user) await setCode(side, user, '0x');
    };
    return { reportStep, stop };
  }

  const readPaymentStates = async ({ database }: TestInstallation) =>
    (await database().query<{ state: string }>('select state from obligations order by id')).map(({ state }) => state);

  test('has its refund tried three times at its own cost, then held, and paid once by the operator', async ({
    installation,
    operator: { run },
  }) => {
    const { origin, hotWallet } = installation.bridge;
    let user: Address | null = null;
    const burner = createBurner(origin, () => user);
    installation.keepMining();
    await installation.start({ clock: createFastClock(40), reportStep: burner.reportStep });
    const account = await installation.createUser();
    user = account.address;
    const amount = parseEther('400');
    const transfer = await installation.deposit({ user: account, token: 'ETH', amount });
    const before = await origin.chain.client.getBalance({ address: hotWallet.address });
    await transfer.until('refundHeld');
    const { status } = await transfer.receipt();
    expect(status).toMatchObject({ code: 909, message: expect.stringContaining('is on hold') });
    expect(await transfer.stored()).toMatchObject({ tries: 3, reason: expect.stringContaining('is not between') });
    expect(await readPaymentStates(installation)).toEqual(['void', 'void', 'void']);
    const burnt = before - (await origin.chain.client.getBalance({ address: hotWallet.address }));
    expect(burnt).toBeGreaterThan(0n);

    // A thief in the database increases the charge. The service reads it from the chain again.
    await installation.query('update transfers set burnt_value = burnt_value * 1000 + 10::numeric ^ 24');

    // Nothing else happens without the operator.
    await expect(run('close', '0x'.padEnd(66, '1'), ...AUTHOR)).rejects.toThrow('no transfer');
    await burner.stop();
    const id = await transfer.id();
    expect((await run('retry', id, ...AUTHOR)).lines[0]).toContain('its refund was held, and is due again');
    await transfer.until('refunded');
    const payments = await transfer.refunds();
    expect(payments).toHaveLength(1);
    // The recipient pays for what it burnt: the bridge loses nothing.
    expect(payments[0]?.amount).toBeLessThan(amount - burnt);
    expect(payments[0]?.amount).toBeGreaterThan(amount - burnt * 2n - parseEther('0.01'));
    expect((await transfer.receipt()).status.code).toBe(909);
  });

  test('has its payout tried three times, then held', async ({ installation, operator: { run } }) => {
    const { destination } = installation.bridge;
    let user: Address | null = null;
    const burner = createBurner(destination, () => user);
    installation.keepMining();
    await installation.start({ clock: createFastClock(40), reportStep: burner.reportStep });
    const account = await installation.createUser();
    user = account.address;
    const transfer = await installation.deposit({ user: account, token: 'ETH', amount: parseEther('1') });
    await transfer.until('held');
    expect(await transfer.stored()).toMatchObject({ tries: 3, reason: 'its payout failed too often' });
    expect(await readPaymentStates(installation)).toEqual(['void', 'void', 'void']);
    // Its refund is charged with the gas that the payouts burnt.
    await burner.stop();
    expect((await transfer.stored())?.burntValue).toBeGreaterThan(0n);
    await run('refund', await transfer.id(), ...AUTHOR);
    await transfer.until('refunded');
  });

  test('is held as soon as the operator asks for it: at once, or when the signed refund fails', async ({
    installation,
    operator: { run },
  }) => {
    const { origin } = installation.bridge;
    let user: Address | null = null;
    const burner = createBurner(origin, () => user);
    let held: Promise<unknown> | null = null;
    const reportStep: ReportStep = async (step, detail) => {
      await burner.reportStep(step, detail);
      if (step !== 'sign.committed' || held) return;
      const [id = '0x'] = detail.transferIds ?? [];
      held = run('hold', id, ...AUTHOR);
    };
    installation.keepMining();
    await installation.start({ clock: createFastClock(40), reportStep });
    const account = await installation.createUser();
    user = account.address;
    const transfer = await installation.deposit({ user: account, token: 'ETH', amount: parseEther('400') });
    await transfer.until('refundHeld');
    expect(await held).toMatchObject({ lines: [expect.stringContaining('it is held if that payment fails')] });
    expect(await readPaymentStates(installation)).toHaveLength(1);
    const id = await transfer.id();
    await run('retry', id, ...AUTHOR);
    // The refund fails again and waits, so none of it can take effect.
    const countVoid = async () => (await readPaymentStates(installation)).filter((state) => state === 'void').length;
    await waitUntil(async () => (await countVoid()) === 2);
    expect((await run('hold', id, ...AUTHOR)).lines[0]).toContain('it was refunding and is held now');
    expect((await transfer.stored())?.state).toBe('refundHeld');
    expect((await run('close', id, ...AUTHOR)).lines[0]).toContain('is closed now');
    expect((await transfer.stored())?.state).toBe('closed');
  });
});

/**
 * The code of a token that moves by another contract's code, and after a transfer calls the recipient with all gas that
 * is left, as ERC-777 does.
 */
function hookTokenCode(implementation: Address) {
  return concatHex([
    // Calls the implementation with the same data, and reverts if that does.
    ...(['0x365f5f37', '0x5f5f365f73', implementation, '0x5af4', '0x602557', '0x5f5ffd'] as const),
    // Other functions return what the implementation did.
    ...([
      '0x5b5f3560e01c63',
      toFunctionSelector('transfer(address,uint256)'),
      '0x14603b57',
      '0x3d5f5f3e3d5ff3',
    ] as const),
    // Calls the recipient, ignores its failure, and returns true.
    '0x5b5f5f5f5f5f6004355af15060015f5260205ff3',
  ]);
}

describe('recipients whose token calls them, and that burn more than the margin of a batch', () => {
  test('revert one batch, whose other payments are then made alone, and no batch after it', async ({
    installation,
  }) => {
    const { chain, token } = installation.bridge.destination;
    const { client } = chain;
    const usdc = token('USDC');
    const code = await client.getCode({ address: usdc });
    if (!code) throw new Error('the token has no code');
    const implementation = privateKeyToAddress(generatePrivateKey());
    await client.setCode({ address: implementation, bytecode: code });
    await client.setCode({ address: usdc, bytecode: hookTokenCode(implementation) });
    installation.keepMining();

    const burners = await Promise.all(Array.from({ length: 4 }, installation.createUser));
    const setBurners = async (bytecode: '0x' | '0xfe') => {
      for (const { address } of burners) await client.setCode({ address, bytecode });
    };
    const reportStep: ReportStep = async (step) => {
      if (step === 'settle.committed') await setBurners('0x');
      if (step === 'sign.signed') await setBurners('0xfe');
    };
    const pay = async () => {
      const waiting = await installation.start({ without: ['sign'] });
      const honest = await Promise.all([{}, {}].map(installation.deposit));
      const others = await Promise.all(burners.map((user) => installation.deposit({ user })));
      for (const transfer of [...honest, ...others]) await transfer.until('confirmed');
      await waiting.stop();
      await setBurners('0x');
      const service = await installation.start({ clock: createFastClock(40), reportStep });
      for (const transfer of honest) await transfer.delivered();
      await service.stop();
      return Promise.all(
        honest.map(async (transfer) => ({
          tries: (await transfer.stored())?.tries,
          payouts: (await transfer.payouts()).length,
        })),
      );
    };
    const readReverted = () =>
      installation.query("select gas_limit from sends where state = 'reverted' and length(call_data) > 600");

    expect(await pay()).toEqual([
      { tries: 1, payouts: 1 },
      { tries: 1, payouts: 1 },
    ]);
    expect(await readReverted()).toHaveLength(1);
    expect(await pay()).toEqual([
      { tries: 0, payouts: 1 },
      { tries: 0, payouts: 1 },
    ]);
    expect(await readReverted()).toHaveLength(1);
  });
});
