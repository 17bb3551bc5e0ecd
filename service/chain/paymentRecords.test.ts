import type { Address, Hex } from 'viem';
import { encodeAbiParameters, encodeEventTopics } from 'viem';
import { describe, expect, test } from 'vitest';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import { createSampleCatalog, pickRoute } from '../../tools/lab/service/sampleCatalog.ts';
import { isPaymentOf, provesPayment } from './paymentRecords.ts';

const { destination: chain, destinationToken } = pickRoute(createSampleCatalog(), 'USDC');
const [PERSON, OTHER]: readonly [Address, Address] = [`0x${'77'.repeat(20)}`, `0x${'88'.repeat(20)}`];
const payment = { id: `0x${'ab'.repeat(32)}`, token: destinationToken.address, to: PERSON, amount: 9n } as const;

type Paid = { readonly id: Hex; readonly token: Address; readonly to: Address; readonly amount: bigint };

function log({ id, token, to, amount }: Paid) {
  const { inputs } = paidEvent;
  const unindexed = inputs.filter((input) => !('indexed' in input && input.indexed));
  const values = unindexed.map(({ name }) => ({ payer: chain.hotWallet, token, amount })[name as 'token' | 'amount']);
  const topics = encodeEventTopics({ abi: [paidEvent], args: { payer: chain.hotWallet, id, to } }) as Hex[];
  return { address: chain.vault, topics, data: encodeAbiParameters(unindexed, values as never) };
}

const ofToken = log(payment);
const drop = (change: Partial<Paid> = {}) => log({ ...payment, token: NATIVE_TOKEN_ADDRESS, amount: 5n, ...change });
const proves = (gasDrop: bigint, logs: readonly ReturnType<typeof log>[]) =>
  provesPayment({ chain } as Parameters<typeof provesPayment>[0], { ...payment, gasDrop }, logs);

describe('the events of a transaction', () => {
  test('prove a payment and its gas drop together', () => {
    expect(proves(0n, [ofToken])).toBe(true);
    expect(proves(5n, [ofToken, drop()])).toBe(true);
  });

  test.each([
    ['the token alone', [ofToken]],
    ['the gas drop alone', [drop()]],
    ['a gas drop of another amount', [ofToken, drop({ amount: 4n })]],
    ['a gas drop to another recipient', [ofToken, drop({ to: OTHER })]],
    ['a gas drop of another payment', [ofToken, drop({ id: `0x${'cd'.repeat(32)}` })]],
    ['a gas drop in another token', [ofToken, drop({ token: OTHER })]],
    ['a gas drop of another contract', [ofToken, { ...drop(), address: OTHER }]],
  ])('prove no payment with a gas drop: %s', (_what, logs) => {
    expect(proves(5n, logs)).toBe(false);
  });
});

test('a found payment is the due one only with the due token, recipient and gas drop', () => {
  const due = { ...payment, gasDrop: 5n };
  const found = { ...due, transactionHash: payment.id, blockNumber: 1n };
  expect(isPaymentOf({ ...found, amount: 1n }, due)).toBe(true);
  for (const change of [{ token: OTHER }, { to: OTHER }, { gasDrop: 0n }, { gasDrop: 6n }]) {
    expect(isPaymentOf({ ...found, ...change }, due)).toBe(false);
  }
});
