import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from 'viem';
import { parseEther, parseUnits, zeroAddress } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { openPostgres } from '../../../service/db/postgres.ts';
import { readLogLines } from '../../../service/signer/process/appendLog.ts';
import type { SignedCall } from '../../../service/signer/process/callIndex.ts';
import { parsePaymentLines, paymentLogPath } from '../../../service/signer/process/paymentLog.ts';
import { setVaultCap, setVaultFunds } from '../chains/setVaultCap.ts';
import type { Attacker } from '../installation/deposits.ts';
import type { Installation } from '../installation/installation.ts';
import type { LabInstallation } from '../installation/installationFile.ts';
import type { Side } from '../installation/testbed.ts';
import { listPaid } from '../installation/testbed.ts';
import { repeat } from '../processes/repeat.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import type { TrafficDrill } from './drill.ts';

const MAX_WAIT_SECONDS = 60;

function waitShortly({ lab }: LabInstallation): void {
  lab.maxWaitSeconds = MAX_WAIT_SECONDS;
}

/** Payments in the signer's log that the worker did not store. The signer counts them although they are never sent. */
async function listUnstored({ database, signerFiles }: Installation): Promise<readonly SignedCall[]> {
  const path = paymentLogPath(signerFiles.state);
  const { calls } = parsePaymentLines(path, await readLogLines(path));
  const opened = await openPostgres({ url: database.admin, poolSize: 1 }, () => {});
  try {
    const attempts = await opened.query<{ chainId: number; nonce: number; callHash: string }>(
      "select chain_id, nonce, call_hash from attempts where kind = 'call'",
    );
    const stored = new Set(attempts.map(({ chainId, nonce, callHash }) => `${chainId} ${nonce} ${callHash}`));
    const payments = calls.filter(({ ids }) => ids.length > 0);
    if (payments.length === 0) throw new Error(`the signer's log ${path} has no payment`);
    return payments.filter(({ chainId, nonce, callHash }) => !stored.has(`${chainId} ${nonce} ${callHash}`));
  } finally {
    await opened.close();
  }
}

const TOKEN = 'WBTC';
const DEPOSITS = 4;
const DECIMALS = { origin: 8, destination: 18 } as const;
// Each payment fits the vault's balance, but two do not.
const AMOUNT = parseUnits('0.6', DECIMALS.origin);
const LEFT_FUNDS = parseUnits('1', DECIMALS.destination);
const REFUNDS_MS = 240_000;

/** Waits until every deposit is paid or refunded. @throws if the signer signed a payment that the worker did not store */
async function verifyEnd(installation: Installation, { address, account }: { address: Address; account: Address }) {
  const { origin, destination } = installation.testbed;
  const isOver = async () => {
    const [paid, refunded] = [await listPaid(destination, address), await listPaid(origin, account)];
    return paid.length > 0 && paid.length + refunded.length === DEPOSITS;
  };
  await waitUntil(isOver, { timeoutMs: REFUNDS_MS, everyMs: 500, what: "the attacker's payout and refunds" });
  const [dropped] = await listUnstored(installation);
  if (dropped) throw new Error(`the signer signed a payment with nonce ${dropped.nonce} that the worker dropped`);
}

/** Each payment fits the vault's balance, but no two do. The attacker gets the capital back and only pays for gas. */
const scarceFunds: TrafficDrill = {
  kind: 'traffic',
  name: 'scarce-funds',
  title: `Scarce funds: ${DEPOSITS} deposits at once, each above half of the vault's balance`,
  change: waitShortly,
  prepare: async (installation) => {
    const { origin, destination } = installation.testbed;
    const attacker = await installation.testbed.createAttacker();
    await setVaultFunds(destination, destination.token(TOKEN), LEFT_FUNDS);
    return async () => {
      await attacker.depositAtOnce(DEPOSITS, { token: origin.token(TOKEN), amount: AMOUNT });
      return { stop: () => verifyEnd(installation, attacker) };
    };
  },
};

// The next deposit arrives before the last one is decided, so one is always undecided.
const UNPAYABLE_EVERY_MS = 500;
const WINDOW = parseEther('1');
const REFUND_WINDOW = parseEther('1000');
const REFUND_CAP = parseEther('500');
const ABOVE_REFUND_CAP = parseEther('2000');

/** Each deposit would take the other vault's whole window. The first is above the cap for a refund by its own vault. */
const unpayableDeposits: TrafficDrill = {
  kind: 'traffic',
  name: 'unpayable-deposits',
  title: 'Closed pairs: deposits of a whole window without a valid recipient, and one above the refund cap',
  leavesTraces: true,
  prepare: async ({ testbed }) => {
    const attacker = await testbed.createAttacker();
    await setVaultCap(testbed.origin, zeroAddress, { perPayment: REFUND_CAP, perWindow: REFUND_WINDOW });
    await setVaultCap(testbed.destination, zeroAddress, { perPayment: WINDOW, perWindow: WINDOW });
    return async () => {
      await attacker.deposit({ target: 'no address', amount: ABOVE_REFUND_CAP });
      const deposit = () => attacker.deposit({ target: 'no address', amount: WINDOW });
      return { stop: repeat(UNPAYABLE_EVERY_MS, deposit) };
    };
  },
  leadMs: 3000,
};

// The deadline plus the time of a refund.
const SETTLED_MS = 2 * MAX_WAIT_SECONDS * 1000;
const FIRST = parseEther('2');
const LARGE = parseEther('0.5');
const STEP = parseEther('0.1');
const LARGEST = parseEther('1000000');
const BACKLOG = 10;
// Longer than a waiting payment's retry interval, so that the attacker's payments can take every share that is freed.
const NEXT_PART_MS = 8000;
const POLL_EVERY_MS = 100;

async function readWindow({ chain, deployment }: Side) {
  const vault = { address: deployment.vault, abi: vaultAbi, args: [zeroAddress] } as const;
  const [{ perWindow }, spendable] = await Promise.all([
    chain.client.readContract({ ...vault, functionName: 'capOf' }),
    chain.client.readContract({ ...vault, functionName: 'spendable' }),
  ]);
  return { spent: perWindow - spendable, spendable };
}

async function allow(side: Side, left: bigint): Promise<void> {
  const { spent } = await readWindow(side);
  await setVaultCap(side, zeroAddress, { perPayment: LARGEST, perWindow: spent + left });
}

/** Whether a depositor was paid on the second chain or refunded on the first. */
async function isSettled({ testbed: { origin, destination } }: Installation, { address, account }: Attacker) {
  const isPaid = async (side: Side, to: Address) => (await listPaid(side, to)).length > 0;
  return (await isPaid(destination, address)) || (await isPaid(origin, account));
}

/** The window frees up little by little, and an attacker's payment waits for every share before a larger payment fits. */
async function fillWindow(installation: Installation, attacker: Attacker, honest: Attacker): Promise<boolean> {
  const side = installation.testbed.destination;
  // The window can only free enough for the large payment if the cap allows it.
  await attacker.deposit({ amount: FIRST });
  await waitUntil(async () => (await readWindow(side)).spent > LARGE, { timeoutMs: 60_000, what: 'the first payout' });
  await allow(side, 0n);
  await honest.deposit({ amount: LARGE });
  await attacker.depositAtOnce(BACKLOG, { amount: STEP });
  const endMs = performance.now() + SETTLED_MS;
  while (performance.now() < endMs) {
    const { spendable } = await readWindow(side);
    await allow(side, spendable + STEP);
    await attacker.deposit({ amount: STEP });
    const nextMs = performance.now() + NEXT_PART_MS;
    while (performance.now() < nextMs && (await readWindow(side)).spendable >= STEP) await sleep(POLL_EVERY_MS);
    if (await isSettled(installation, honest)) return true;
  }
  return false;
}

const windowFiller: TrafficDrill = {
  kind: 'traffic',
  name: 'window-filler',
  title: "Window: small payouts use up whatever the vault's window frees while a larger one waits",
  change: waitShortly,
  mayStop: "the window is full, so the service quotes nothing in the token until the attacker's payouts are made",
  prepare: async (installation) => {
    const { testbed } = installation;
    const [attacker, honest] = [await testbed.createAttacker(), await testbed.createAttacker()];
    return async () => {
      const filled = fillWindow(installation, attacker, honest).finally(() => allow(testbed.destination, LARGEST));
      filled.catch(() => {});
      return {
        stop: async () => {
          if (!(await filled))
            throw new Error(`the larger payout was neither paid nor refunded after ${SETTLED_MS} ms`);
        },
      };
    };
  },
};

export const FUNDS: readonly TrafficDrill[] = [scarceFunds, unpayableDeposits, windowFiller];
