import { rm } from 'node:fs/promises';
import type { Address } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SignerWorld } from '../../../tools/lab/service/signerWorld.ts';
import { createSignerWorld } from '../../../tools/lab/service/signerWorld.ts';
import type { WorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { openPaymentLog, paymentLogPath } from './paymentLog.ts';
import type { Policy } from './policy.ts';

const NEW_WALLET: Address = `0x${'b'.repeat(40)}`;
const FOR_EVER = 10n ** 9n;

let signers: SignerWorld;
let folder: WorkFolder;
let former: Address;
/** The policy after the hot wallet was replaced. */
let policy: Policy;

// The former hot wallet signs a payout that the worker keeps. Then another key in the same folder is used.
beforeEach(async () => {
  signers = await createSignerWorld();
  folder = await createWorkFolder();
  const { destination, origin } = signers;
  former = signers.policy.hotWallet;
  policy = { ...signers.policy, hotWallet: NEW_WALLET, formerHotWallets: [former] };
  for (const chain of [origin, destination]) signers.at(chain).letPay(former, FOR_EVER);
  await restart();
  expect(await signers.sign({ on: destination, nonce: 0 })).toMatchObject({ kind: 'signed' });
  await restart();
});
afterEach(async () => {
  await signers.world.paymentLog.close();
  await signers.stop();
  await folder.remove();
});

async function restart(): Promise<void> {
  await signers.world.paymentLog.close();
  signers.world.paymentLog = await openPaymentLog(paymentLogPath(folder.path));
}

async function loseLog(): Promise<void> {
  await signers.world.paymentLog.close();
  await rm(paymentLogPath(folder.path));
  await restart();
}

const refund = (by = policy) => signers.sign({ on: signers.origin, nonce: 0 }, by);
const open = {
  kind: 'unverified',
  reason: expect.stringMatching(/signed at nonce 0 on Southshore, can still/),
};
const unknown = { kind: 'refused', reason: expect.stringMatching(/the former hot wallet 0x\w+ is a payer on/) };

test('a new hot wallet refunds no deposit whose payout the former one signed, until the former one is finally no longer a payer', async () => {
  const { destination } = signers;
  const chain = signers.at(destination);
  expect(await refund()).toMatchObject(open);
  expect(await refund({ ...policy, formerHotWallets: [] })).toMatchObject(open);
  // The removal is in the newest block: a reorg can undo it.
  chain.letPay(former, chain.head);
  expect(await refund()).toMatchObject(open);
  chain.head += BigInt(destination.payoutConfirmations) - 1n;
  expect(await refund()).toMatchObject({ kind: 'signed' });
});

test('a new hot wallet refunds no deposit that the former one paid before it was removed', async () => {
  const { destination, id } = signers;
  const chain = signers.at(destination);
  chain.pay(destination.vault, id, chain.head);
  chain.letPay(former, 0n);
  expect(await refund()).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/has already paid/) });
});

test("a signer without a former hot wallet's log signs no payment while that wallet is a payer", async () => {
  const { destination, origin } = signers;
  await loseLog();
  expect(await refund()).toMatchObject(unknown);
  expect(await signers.sign({ on: destination, nonce: 0 }, policy)).toMatchObject(unknown);
  signers.at(destination).letPay(former, 0n);
  expect(await refund()).toMatchObject(unknown);
  signers.at(origin).letPay(former, 0n);
  expect(await refund()).toMatchObject({ kind: 'signed' });
});

test('a log that lacks nonces of a former hot wallet counts as lost', async () => {
  const { destination } = signers;
  signers.at(destination).nonceBlocks.push(5n, 6n);
  expect(await refund()).toMatchObject(unknown);
});
