import type { Hash, Hex } from 'viem';
import { keccak256 } from 'viem';
import { describe, expect } from 'vitest';
import { setVaultFunds } from '../../tools/lab/chains/setVaultCap.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { HarnessOptions, TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { AUTHOR, runCommand } from '../../tools/lab/installation/testOperator.ts';
import { createFastClock } from '../../tools/lab/installation/testService.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { createLogger } from '../boot/log.ts';
import type { ReportStep } from '../engineContext.ts';
import type { Signer } from '../signer/client/signer.ts';
import { SignerUnverified } from '../signer/client/signer.ts';
import { createDevelopmentSigner } from '../signer/process/developmentSigner.ts';

const USDC = 1_000_000n;
const MINUTE_MS = 60_000;

/** Remembers between services what it signed, as the signer's process does. */
let signer: Signer;
let signed: Hex[];

test.beforeEach(({ installation }) => {
  signed = [];
  const { catalog } = installation.bridge.catalog();
  const inner = createDevelopmentSigner(installation.bridge.hotWalletKey, { catalog, logger: createLogger('silent') });
  const signTransaction: Signer['signTransaction'] = async (transaction, deposits) => {
    const signature = await inner.signTransaction(transaction, deposits);
    signed.push(signature.raw);
    return signature;
  };
  signer = { ...inner, signTransaction };
});

const start = (installation: TestInstallation, options: HarnessOptions = {}) =>
  installation.start({ signer, ...options });

async function listStored(installation: TestInstallation): Promise<readonly Hash[]> {
  const rows = await installation.query<{ hash: Hash }>('select hash from attempts');
  return rows.map(({ hash }) => hash);
}

async function expectStored(installation: TestInstallation, made: readonly Hex[] = signed): Promise<void> {
  expect(made.map((raw) => keccak256(raw)).sort()).toEqual([...(await listStored(installation))].sort());
}

/** Makes deposits that the service accepts, and signs nothing. */
async function acceptDeposits(installation: TestInstallation, amounts: readonly bigint[]) {
  const accepting = await start(installation, { without: ['sign'] });
  const transfers: TestTransfer[] = [];
  for (const amount of amounts) transfers.push(await installation.deposit({ amount }));
  for (const transfer of transfers) await transfer.until('confirmed');
  await accepting.stop();
  return transfers;
}

test('a payment that the funds do not cover in addition to a signed one is not signed until they do', async ({
  installation,
}) => {
  const { destination } = installation.bridge;
  const token = destination.token('USDC');
  installation.keepMining();
  const balance = await setVaultFunds(destination, token, 100n * USDC);
  try {
    const transfers = await acceptDeposits(installation, [60n * USDC, 60n * USDC]);
    // Without a broadcast, the first payment only reserves its funds.
    const signing = await start(installation, { workers: ['sign'] });
    const note = () => installation.query("select 1 from transfers where note_code = 'funds_short'");
    await waitUntil(async () => (await note()).length === 1, { what: 'the payment that waits for funds' });
    expect(signed).toHaveLength(1);
    await expectStored(installation);
    await signing.stop();
    await setVaultFunds(destination, token, 200n * USDC);
    await start(installation, { clock: createFastClock(20) });
    for (const transfer of transfers) await transfer.until('delivered');
    expect(signed).toHaveLength(2);
    await expectStored(installation);
  } finally {
    await setVaultFunds(destination, token, balance);
  }
});

/** Runs a command of the operator. */
async function run({ bridge, database }: TestInstallation, ...args: readonly string[]): Promise<void> {
  const { catalog } = bridge.catalog();
  await runCommand({ catalog, database: database(), clients: new Map() }, [...args, ...AUTHOR]);
}

test('a payment that is paused while it is signed is not stored, and made once after the resume', async ({
  installation,
}) => {
  const { name } = installation.bridge.destination;
  installation.keepMining();
  const [transfer] = await acceptDeposits(installation, [20n * USDC]);
  if (!transfer) throw new Error('no deposit');
  const reportStep: ReportStep = async (step) => {
    if (step === 'sign.signed') await run(installation, 'pause', 'chain', name);
  };
  const signing = await start(installation, { workers: ['sign'], reportStep });
  await waitUntil(async () => signed.length > 0, { what: 'the signature' });
  await signing.stop();
  expect(await listStored(installation)).toEqual([]);
  await run(installation, 'resume', 'chain', name);
  await start(installation, { clock: createFastClock(20) });
  await transfer.until('delivered');
  expect(await transfer.payouts()).toHaveLength(1);
});

/** Makes the signer sign a payout that the worker doesn't store, because the refund is ordered meanwhile. */
async function dropPayout(installation: TestInstallation, { isKilled }: { readonly isKilled: boolean }) {
  const [transfer] = await acceptDeposits(installation, [20n * USDC]);
  if (!transfer) throw new Error('no deposit');
  const id = await transfer.id();
  const { name } = installation.bridge.origin;
  const reportStep: ReportStep = async (step) => {
    if (step !== 'sign.signed') return;
    await run(installation, 'pause', 'chain', name);
    await run(installation, 'refund', id);
    if (isKilled) throw new Error('the process ends');
  };
  const signing = await start(installation, { workers: ['sign'], reportStep });
  await transfer.until('rejected');
  await signing.stop();
  await run(installation, 'resume', 'chain', name);
  expect(signed).toHaveLength(1);
  expect(await listStored(installation)).toEqual([]);
  return transfer;
}

const readSends = (installation: TestInstallation) =>
  installation.query('select chain_id, state from sends order by chain_id');

describe('the refund of a payout whose signature was dropped', () => {
  test.beforeEach(({ installation }) => installation.keepMining());

  test.for([
    ['by an order of the operator', false],
    ['by the end of the process', true],
  ] as const)(
    'is made %s, after a cancel at the nonce, on a closed chain too',
    async ([, isKilled], { installation }) => {
      const { origin, destination, hotWallet } = installation.bridge;
      const transfer = await dropPayout(installation, { isKilled });
      const nonce = await destination.chain.client.getTransactionCount({ address: hotWallet.address });
      const close = (file: LabInstallation) => Object.assign(file.chains[1] ?? {}, { status: 'closing' });
      await start(installation, { change: close, clock: createFastClock(20) });
      await transfer.until('refunded');
      expect(await readSends(installation)).toEqual([
        { chainId: origin.chain.id, state: 'succeeded' },
        { chainId: destination.chain.id, state: 'cancelled' },
      ]);
      expect(await destination.chain.client.getTransactionCount({ address: hotWallet.address })).toBe(nonce + 1);
      await expectStored(installation, signed.slice(1));
      expect(await installation.query('select 1 from incidents')).toEqual([]);
    },
  );

  test('is not made if a thief sends the dropped payout before the cancel', async ({ installation }) => {
    const { destination } = installation.bridge;
    const transfer = await dropPayout(installation, { isKilled: false });
    const reportStep: ReportStep = async (step) => {
      const [serializedTransaction = '0x'] = signed;
      if (step === 'cancel.committed') await destination.chain.client.sendRawTransaction({ serializedTransaction });
    };
    await start(installation, { reportStep, clock: createFastClock(20) });
    await waitUntil(installation.haltedReason, { what: 'the halt' });
    await transfer.until('held');
    expect(await transfer.payouts()).toHaveLength(1);
    expect(await transfer.refunds()).toEqual([]);
  });
});

test('a payment that the signer cannot verify for an hour becomes an incident, once', async ({ installation }) => {
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const unsure: Signer = {
    ...signer,
    signTransaction: async () => {
      throw new SignerUnverified('its provider is behind', { isOutage: false, open: null });
    },
  };
  installation.keepMining();
  await start(installation, { signer: unsure, clock });
  const transfer = await installation.deposit({ amount: 20n * USDC });
  const isTried = async () => {
    const { noteCode, retryAt } = (await transfer.stored()) ?? {};
    return noteCode === 'signer_unverified' && retryAt && retryAt > clock.now();
  };
  const waitForTry = () => waitUntil(isTried, { what: 'the next try' });
  const readIncidents = () => installation.query('select kind, chain_id, detail from incidents');
  await waitForTry();
  aheadMs += 55 * MINUTE_MS;
  await waitForTry();
  expect(await readIncidents()).toEqual([]);
  for (let hour = 0; hour < 2; hour += 1) {
    aheadMs += 60 * MINUTE_MS;
    await waitForTry();
    const chainId = installation.bridge.destination.chain.id;
    expect(await readIncidents()).toEqual([{ kind: 'signerUnverified', chainId, detail: 'its provider is behind' }]);
  }
});
