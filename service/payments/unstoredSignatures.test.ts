import type { Address, Hash, Hex } from 'viem';
import { encodeAbiParameters, keccak256, numberToHex, zeroAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { HarnessOptions, TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { createFastClock } from '../../lab/service/testService.ts';
import { createLogger } from '../boot/log.ts';
import { WORKERS } from '../engine.ts';
import type { ReportStep } from '../engineContext.ts';
import { COMMANDS, parseCommandLine } from '../operator/commands/commandLine.ts';
import type { Signer } from '../signer/client/signer.ts';
import { SignerUnverified } from '../signer/client/signer.ts';
import { createDevelopmentSigner } from '../signer/process/developmentSigner.ts';
import { readSender } from './senders.ts';

const USDC = 1_000_000n;
const MINUTE_MS = 60_000;

let harness: TestInstallation;
/** Remembers what it signed from one service to the next, as the signer's process does. */
let signer: Signer;
let signed: Hex[];

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 51_500);
});
beforeEach(async () => {
  await harness.reset();
  signed = [];
  const { catalog } = harness.bridge.catalog();
  const inner = createDevelopmentSigner(harness.bridge.hotWalletKey, { catalog, logger: createLogger('silent') });
  const signTransaction: Signer['signTransaction'] = async (transaction, deposits) => {
    const signature = await inner.signTransaction(transaction, deposits);
    signed.push(signature.raw);
    return signature;
  };
  signer = { ...inner, signTransaction };
});
afterAll(() => harness?.stop());

const start = (options: HarnessOptions = {}) => harness.start({ signer, ...options });

async function listStored(): Promise<readonly Hash[]> {
  const rows = await harness.database().query<{ hash: Hash }>('select hash from attempts');
  return rows.map(({ hash }) => hash);
}

async function expectStored(made: readonly Hex[] = signed): Promise<void> {
  expect(made.map((raw) => keccak256(raw)).sort()).toEqual([...(await listStored())].sort());
}

function waitForStates(states: readonly string[]) {
  const read = () => harness.database().query<{ state: string }>('select state from transfers order by state');
  const wanted = [...states].sort().join();
  return waitUntil(async () => (await read()).map(({ state }) => state).join() === wanted, { what: wanted });
}

/** Sets what the vault of the destination has of a token. OpenZeppelin's ERC-20 keeps its balances in a mapping at slot 0. */
async function fund(token: Address, amount: bigint): Promise<void> {
  const { chain, deployment } = harness.bridge.destination;
  const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [deployment.vault, 0n]));
  await chain.client.setStorageAt({ address: token, index: slot, value: numberToHex(amount, { size: 32 }) });
}

/** Makes deposits that the service accepts, and signs nothing. */
async function acceptDeposits(amounts: readonly bigint[]): Promise<readonly Hash[]> {
  const accepting = await start({ workers: WORKERS.filter((worker) => worker !== 'sign') });
  const hashes: Hash[] = [];
  for (const amount of amounts) {
    hashes.push(await harness.bridge.deposit(await harness.createUser(), { token: 'USDC', amount }));
  }
  await waitForStates(amounts.map(() => 'confirmed'));
  await accepting.stop();
  return hashes;
}

test('a payment that the funds do not cover beside a signed one is not signed until they do', async () => {
  const token = harness.bridge.destination.token('USDC');
  const balance = await harness.bridge.destination.chain.balanceOf(token, harness.bridge.destination.deployment.vault);
  harness.keepMining();
  try {
    await fund(token, 100n * USDC);
    await acceptDeposits([60n * USDC, 60n * USDC]);
    // Without a broadcast the first payment only reserves its funds.
    const signing = await start({ workers: ['sign'] });
    const note = () => harness.database().query("select 1 from transfers where note_code = 'funds_short'");
    await waitUntil(async () => (await note()).length === 1, { what: 'the payment that waits for funds' });
    expect(signed).toHaveLength(1);
    await expectStored();
    await signing.stop();
    await fund(token, 200n * USDC);
    await start({ clock: createFastClock(20) });
    await waitForStates(['delivered', 'delivered']);
    expect(signed).toHaveLength(2);
    await expectStored();
  } finally {
    await fund(token, balance);
  }
});

/** Runs a command of the operator. */
async function run(...args: readonly string[]): Promise<void> {
  const line = parseCommandLine(COMMANDS, [...args, '--why', 'a test', '--who', 'alice'], 'a name');
  if (line.kind !== 'run') throw new Error('no command');
  const { catalog } = harness.bridge.catalog();
  await line.run({ catalog, database: harness.database(), clients: new Map() });
}

/** Lets the signer sign a payout that the worker does not store, because the refund is ordered meanwhile. */
async function dropPayout({ isKilled }: { readonly isKilled: boolean }): Promise<void> {
  await acceptDeposits([20n * USDC]);
  const [row] = await harness.database().query<{ id: Hash }>('select id from transfers');
  const { name } = harness.bridge.origin;
  const reportStep: ReportStep = async (step) => {
    if (step !== 'sign.signed') return;
    await run('pause', 'chain', name);
    await run('refund', row?.id ?? '');
    if (isKilled) throw new Error('the process ends');
  };
  const signing = await start({ workers: ['sign'], reportStep });
  await waitForStates(['rejected']);
  await signing.stop();
  await run('resume', 'chain', name);
  expect(signed).toHaveLength(1);
  expect(await listStored()).toEqual([]);
}

const readSends = () => harness.database().query('select chain_id, state from sends order by chain_id');

describe('the refund of a payout whose signature was dropped', () => {
  beforeEach(() => harness.keepMining());

  test.each([
    ['by an order of the operator', false],
    ['by the end of the process', true],
  ])('is made %s, after a cancel at the nonce, on a closed chain too', async (_, isKilled) => {
    const { origin, destination, hotWallet } = harness.bridge;
    await dropPayout({ isKilled });
    const nonce = await destination.chain.client.getTransactionCount({ address: hotWallet.address });
    const close = (file: LabInstallation) => Object.assign(file.chains[1] ?? {}, { status: 'closing' });
    await start({ change: close, clock: createFastClock(20) });
    await waitForStates(['refunded']);
    expect(await readSends()).toEqual([
      { chainId: origin.chain.id, state: 'succeeded' },
      { chainId: destination.chain.id, state: 'cancelled' },
    ]);
    expect(await destination.chain.client.getTransactionCount({ address: hotWallet.address })).toBe(nonce + 1);
    await expectStored(signed.slice(1));
    expect(await harness.database().query('select 1 from incidents')).toEqual([]);
  });

  test('is not made when a thief sends the dropped payout before the cancel', async () => {
    const { origin, destination, hotWallet } = harness.bridge;
    await dropPayout({ isKilled: false });
    const reportStep: ReportStep = async (step) => {
      const [serializedTransaction = '0x'] = signed;
      if (step === 'cancel.committed') await destination.chain.client.sendRawTransaction({ serializedTransaction });
    };
    await start({ reportStep, clock: createFastClock(20) });
    const key = { chainId: destination.chain.id, address: hotWallet.address };
    await waitUntil(async () => (await readSender(harness.database(), key))?.haltedReason, { what: 'the halt' });
    await waitForStates(['held']);
    const [{ depositor } = { depositor: zeroAddress }] = await harness
      .database()
      .query<{ depositor: Address }>('select depositor from deposits');
    expect(await harness.payments(destination, depositor)).toHaveLength(1);
    expect(await harness.payments(origin, depositor)).toEqual([]);
  });
});

test('a payment that the signer cannot verify for an hour becomes an incident, once', async () => {
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const unsure: Signer = {
    ...signer,
    signTransaction: async () => {
      throw new SignerUnverified('its provider is behind', { isOutage: false, open: null });
    },
  };
  harness.keepMining();
  await start({ signer: unsure, clock });
  await harness.bridge.deposit(await harness.createUser(), { token: 'USDC', amount: 20n * USDC });
  const waitForTry = () =>
    waitUntil(
      async () => {
        const [row] = await harness
          .database()
          .query<{ retryAt: Date }>("select retry_at from transfers where note_code = 'signer_unverified'");
        return row !== undefined && row.retryAt > clock.now();
      },
      { what: 'the next try' },
    );
  const readIncidents = () => harness.database().query('select kind, chain_id, detail from incidents');
  await waitForTry();
  aheadMs += 55 * MINUTE_MS;
  await waitForTry();
  expect(await readIncidents()).toEqual([]);
  for (let hour = 0; hour < 2; hour += 1) {
    aheadMs += 60 * MINUTE_MS;
    await waitForTry();
    const chainId = harness.bridge.destination.chain.id;
    expect(await readIncidents()).toEqual([{ kind: 'signerUnverified', chainId, detail: 'its provider is behind' }]);
  }
});
