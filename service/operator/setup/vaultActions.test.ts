import * as v from 'valibot';
import type { Address } from 'viem';
import { decodeFunctionData, parseEther, zeroAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import { installationSchema } from '../../boot/installation.ts';
import { createExampleFile } from './installationFile.ts';
import type { Announcement, VaultAction, VaultPlace, VaultState } from './vaultActions.ts';
import { ACTIONS, planImmediate, planStage, vaultControlAbi } from './vaultActions.ts';
import { safePath } from './vaultCommand.ts';

const VAULT: Address = '0x1000000000000000000000000000000000000001';
const HOT_WALLET: Address = '0x2000000000000000000000000000000000000002';
const FORMER: Address = '0x3000000000000000000000000000000000000003';
const OWNER: Address = '0x4000000000000000000000000000000000000004';
const GUARDIAN: Address = '0x5000000000000000000000000000000000000005';
const DAY = 86_400n;
const NOW = 1_000_000n;

const FULL = { perPayment: parseEther('12'), perWindow: parseEther('50') };
const base: VaultState = {
  ...{ owner: OWNER, guardian: GUARDIAN, delaySeconds: 2n * DAY, isPaused: false },
  isPayer: async () => false,
  capOf: async () => ({ perPayment: 0n, perWindow: 0n }),
};

function createPlace(state: Partial<VaultState> = {}): VaultPlace {
  const file = v.parse(installationSchema, {
    ...{ ...createExampleFile(new Date(0)), hotWallet: HOT_WALLET, formerHotWallets: [FORMER] },
  });
  const [chain] = file.chains;
  if (!chain) throw new Error('the example has no chain');
  return { file, chain, vault: VAULT, state: { ...base, ...state } };
}

async function build(
  name: string,
  args: readonly string[] = [],
  state: Partial<VaultState> = {},
): Promise<VaultAction> {
  const action = await ACTIONS[name]?.build(createPlace(state), args);
  if (!action) throw new Error(`no action ${name}`);
  return action;
}

const decode = (action: VaultAction) => {
  if (action.kind === 'needless') throw new Error(action.text);
  return decodeFunctionData({ abi: vaultControlAbi, data: action.data });
};

describe('an action', () => {
  test('setCap announces the caps of the file', async () => {
    const action = await build('setCap', ['ETH']);
    expect(action).toMatchObject({ kind: 'announced', name: 'setCap' });
    expect(decode(action)).toEqual({ functionName: 'setCap', args: [zeroAddress, FULL.perPayment, FULL.perWindow] });
  });

  test('setCap lowers caps at once, and announces them where one of the two rises', async () => {
    const higher = { perPayment: FULL.perPayment, perWindow: FULL.perWindow + 1n };
    const action = await build('setCap', ['ETH'], { capOf: async () => higher });
    expect(action).toMatchObject({ kind: 'immediate', by: 'owner' });
    expect(decode(action)).toEqual({ functionName: 'lowerCap', args: [zeroAddress, FULL.perPayment, FULL.perWindow] });
    const mixed = { perPayment: FULL.perPayment - 1n, perWindow: FULL.perWindow + 1n };
    expect(await build('setCap', ['ETH'], { capOf: async () => mixed })).toMatchObject({ kind: 'announced' });
  });

  test('setCap is needless for the caps of the file, and refused where they are unknown', async () => {
    expect(await build('setCap', ['ETH'], { capOf: async () => FULL })).toMatchObject({ kind: 'needless' });
    await expect(build('setCap', ['ETH'], { capOf: async () => null })).rejects.toThrow('do not agree');
    await expect(build('setCap', ['USDC'])).rejects.toThrow('no token "USDC" on Northshore');
  });

  test('addPayer adds the hot wallet of the file, and no former one', async () => {
    expect(decode(await build('addPayer'))).toEqual({ functionName: 'addPayer', args: [HOT_WALLET] });
    expect(decode(await build('addPayer', [OWNER]))).toEqual({ functionName: 'addPayer', args: [OWNER] });
    await expect(build('addPayer', [FORMER])).rejects.toThrow('a former hot wallet must not pay again');
    expect(await build('addPayer', [], { isPayer: async () => true })).toMatchObject({ kind: 'needless' });
  });

  test('removePayer says that it is for ever', async () => {
    const action = await build('removePayer', [FORMER], { isPayer: async () => true });
    expect(decode(action)).toEqual({ functionName: 'removePayer', args: [FORMER] });
    expect(action.text).toContain('for ever');
    expect(await build('removePayer', [FORMER])).toMatchObject({ kind: 'needless' });
  });

  test('withdraw takes an amount in tokens, or everything', async () => {
    expect(decode(await build('withdraw', ['ETH', '1.5', OWNER])).args).toEqual([
      zeroAddress,
      OWNER,
      parseEther('1.5'),
    ]);
    expect(decode(await build('withdraw', ['ETH', 'all', OWNER])).args).toEqual([zeroAddress, OWNER, 2n ** 256n - 1n]);
    for (const amount of ['0', '-1', 'x', '1e3']) {
      await expect(build('withdraw', ['ETH', amount, OWNER])).rejects.toThrow('The amount must be');
    }
  });

  test('is prepared for an emergency in which nothing is known of the vault', async () => {
    const unknown = {
      ...{ owner: null, guardian: null, delaySeconds: null, isPaused: null },
      ...{ isPayer: async () => null, capOf: async () => null },
    };
    expect(decode(await build('pause', [], unknown)).functionName).toBe('pause');
    expect(decode(await build('removePayer', [HOT_WALLET], unknown)).functionName).toBe('removePayer');
    expect(decode(await build('cancelAll', [], unknown)).functionName).toBe('cancelAll');
    const announced = await build('setOwner', [FORMER]);
    if (announced.kind !== 'announced') throw new Error('setOwner is announced');
    const state = { ...base, ...unknown };
    expect(planStage({ action: announced, state }, 'cancel', null)).toMatchObject({
      from: 'the guardian, or the owner',
    });
    expect(planStage({ action: announced, state }, 'schedule', null)).toContain('do not agree');
  });
});

describe('a stage of an announced action', () => {
  const plan = async (
    stage: 'schedule' | 'execute' | 'cancel' | 'approve',
    announcement: Announcement,
    { name = 'setCap', args = ['ETH'], state = base } = {},
  ) => {
    const action = await build(name, args);
    if (action.kind !== 'announced') throw new Error(`${name} is not announced`);
    return planStage({ action, state }, stage, announcement);
  };
  const none = { readyAt: 0n, approvedUntil: 0n, now: NOW };
  const at = (readyAt: bigint, approvedUntil = 0n) => ({ readyAt, approvedUntil, now: NOW });

  test('schedule is a call of the owner, once', async () => {
    const call = await plan('schedule', none);
    expect(call).toMatchObject({ from: `the owner ${OWNER}` });
    if (typeof call === 'string') throw new Error(call);
    const { functionName, args } = decodeFunctionData({ abi: vaultControlAbi, data: call.data });
    const action = await build('setCap', ['ETH']);
    expect([functionName, args]).toEqual(['schedule', [action.kind === 'announced' ? action.data : null]]);
    expect(await plan('schedule', at(NOW + DAY))).toContain('it is scheduled already');
    // It has expired.
    expect(await plan('schedule', at(NOW - 7n * DAY))).toMatchObject({ from: `the owner ${OWNER}` });
  });

  test('execute is a call only between the delay and seven days later', async () => {
    expect(await plan('execute', none)).toContain('it is not scheduled');
    expect(await plan('execute', at(NOW + 1n))).toContain('it is ready at');
    expect(await plan('execute', at(NOW))).toMatchObject({ from: `the owner ${OWNER}` });
    expect(await plan('execute', at(NOW - 7n * DAY + 1n))).toMatchObject({ from: `the owner ${OWNER}` });
    expect(await plan('execute', at(NOW - 7n * DAY))).toContain('it is not scheduled');
    expect(await plan('execute', at(NOW), { state: { ...base, isPaused: true } })).toContain('the vault is paused');
  });

  test('an approved action is ready at once, and executes while the vault is paused', async () => {
    const isPaused = { state: { ...base, isPaused: true } };
    const approved = { ...none, approvedUntil: NOW + 1n };
    expect(await plan('schedule', approved)).toMatchObject({ next: expect.stringContaining('1970-01-12T13:46:40Z') });
    expect(await plan('execute', at(NOW, NOW + 1n), isPaused)).toMatchObject({ from: `the owner ${OWNER}` });
    expect(await plan('execute', at(NOW, NOW), isPaused)).toContain('the vault is paused');
  });

  test('a replacement of the guardian waits twice as long, and only the owner takes it back', async () => {
    const guardian = { name: 'setGuardian', args: [FORMER] };
    const call = await plan('schedule', none, guardian);
    expect(call).toMatchObject({ next: expect.stringContaining('1970-01-16T13:46:40Z') });
    expect(await plan('cancel', none, guardian)).toMatchObject({ from: `the owner ${OWNER}` });
  });

  test('the new owner executes its own appointment', async () => {
    const call = await plan('execute', at(NOW), { name: 'setOwner', args: [FORMER] });
    expect(call).toMatchObject({ from: `the new owner ${FORMER}` });
  });

  test('approve is a call of the guardian', async () => {
    expect(await plan('approve', none)).toMatchObject({ from: `the guardian ${GUARDIAN}` });
  });
});

test('planImmediate names who may call', async () => {
  const pause = await build('pause');
  if (pause.kind !== 'immediate') throw new Error('pause is immediate');
  expect(planImmediate(pause, base).from).toBe(`the guardian ${GUARDIAN}, or the owner ${OWNER}`);
});

test('safePath gives each of several chains its own file', () => {
  expect(safePath('/tmp/cap.json', 'Northshore', true)).toBe('/tmp/cap.json');
  expect(safePath('/tmp/cap.json', 'OP Mainnet', false)).toBe('/tmp/cap-OP-Mainnet.json');
  expect(safePath('cap', 'Base', false)).toBe('cap-Base');
});
