import type { Address, Hash } from 'viem';
import { numberToHex, pad, zeroAddress } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transferId } from '#shared/transferId.ts';
import type { SignerWorld } from '../../../tools/lab/service/signerWorld.ts';
import { createSignerWorld } from '../../../tools/lab/service/signerWorld.ts';
import { createLogger } from '../../boot/log.ts';
import { payBatchCall } from '../../payments/model/payment.ts';
import { createKeySigner } from '../client/signer.ts';
import { connectProviders } from './providers.ts';
import { signVerified } from './signVerified.ts';

const DEPOSITS = 10;
const BLOCKS = 2;
const PERSON: Address = `0x${'7'.repeat(40)}`;

let signerWorld: SignerWorld;
let calls: Record<string, number>;

beforeEach(async () => {
  signerWorld = await createSignerWorld();
  calls = {};
  signerWorld.world.beforeAnswer = (method) => {
    calls[method] = (calls[method] ?? 0) + 1;
  };
});
afterEach(() => signerWorld.stop());

/** Deposits of one person, each in its own transaction, and their payouts in one call. */
function createBatch() {
  const { origin, destination, at } = signerWorld;
  const terms = { depositor: PERSON, token: zeroAddress, vault: origin.vault, target: PERSON, amount: 1000n };
  return Array.from({ length: DEPOSITS }, (_, index) => {
    const transactionHash: Hash = pad(numberToHex(100 + index));
    const deposits = [{ ...terms, destination: BigInt(destination.id) }];
    at(origin).deposit(transactionHash, { block: 10n + BigInt(index % BLOCKS), deposits });
    const reference = { chainId: origin.id, transactionHash, ordinal: 0 };
    const id = transferId({ ...reference, contract: origin.depositContract });
    return { reference, payment: { id, token: zeroAddress, to: PERSON, amount: 1000n } };
  });
}

function sign(batch: ReturnType<typeof createBatch>, nonce: number) {
  const { policy, world, destination } = signerWorld;
  const context = {
    ...{ policy, paymentLog: world.paymentLog, logger: createLogger('silent') },
    providers: new Map(policy.chains.map((chain) => [chain.id, connectProviders(chain, policy.hotWallet)])),
    signer: createKeySigner(`0x${'11'.repeat(32)}`),
  };
  const call = payBatchCall(
    destination.vault,
    batch.map(({ payment }) => payment),
  );
  const fees = { maxFee: 10n ** 9n, tip: 1n };
  const transaction = { chainId: destination.id, nonce, gasLimit: 100_000n, fees, call };
  return signVerified(context, { transaction, deposits: batch.map(({ reference }) => reference) });
}

test('a batch of ten payments reads each receipt and block once, and everything else once for the batch', async () => {
  expect(await sign(createBatch(), 0)).toMatchObject({ kind: 'signed' });
  expect(calls).toEqual({
    eth_chainId: 2,
    eth_getTransactionReceipt: DEPOSITS,
    // The head of the origin chain, and the blocks of the deposits.
    eth_getBlockByNumber: 1 + BLOCKS,
    // Which of the ids the origin chain has refunded.
    eth_call: 1,
    // Each chain's next nonce, read after a start.
    eth_getTransactionCount: 2,
  });
});

test('a batch with one payment that was refunded is refused', async () => {
  const { origin, at } = signerWorld;
  const batch = createBatch();
  const refunded = batch[DEPOSITS - 1]?.payment.id ?? '0x';
  at(origin).pay(origin.vault, refunded, 20n);
  expect(await sign(batch, 0)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('Northshore has already paid'),
  });
  expect(await sign(batch.slice(0, -1), 0)).toMatchObject({ kind: 'signed' });
});
