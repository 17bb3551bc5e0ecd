import fc from 'fast-check';
import type { Address, Hex } from 'viem';
import { concatHex, encodeFunctionData, parseGwei, zeroAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { TransactionToSign } from '../../chain/transactions.ts';
import type { Payment } from '../../payments/model/payment.ts';
import { payCall } from '../../payments/model/payment.ts';
import type { Policy } from './policy.ts';
import { evaluate } from './policy.ts';

const account = (digit: number): Address => `0x${String(digit).repeat(40)}`;
const HOT_WALLET = account(1);
const DEPOSITS = account(2);
const VAULT = account(3);
const USDC = account(4);
const PERSON = account(9);

const POLICY: Policy = {
  hotWallet: HOT_WALLET,
  formerHotWallets: [],
  chains: [
    {
      name: 'Northshore',
      id: 7,
      ...{ rpcUrls: ['http://127.0.0.1:1'], quorum: 1, confirmations: 1, payoutConfirmations: 1, retiredVaults: [] },
      depositContract: DEPOSITS,
      vault: VAULT,
      maxGasLimit: 1_000_000n,
      maxGasPrice: parseGwei('100'),
      maxGasDrop: 7n,
      tokens: [
        { name: 'ETH', address: zeroAddress, decimals: 18, maxPerPayment: 5n * 10n ** 18n },
        { name: 'USDC', address: USDC, decimals: 6, maxPerPayment: 10_000_000_000n },
      ],
    },
  ],
  routes: [],
  remote: null,
};

function payment(change: Partial<Payment> = {}): Payment {
  return { id: `0x${'ab'.repeat(32)}`, token: USDC, to: PERSON, amount: 10_000_000n, gasDrop: 0n, ...change };
}

function encodeBatch(payments: readonly Payment[]): Hex {
  return encodeFunctionData({ abi: vaultAbi, functionName: 'payBatch', args: [payments] });
}

const PAY: TransactionToSign = {
  chainId: 7,
  nonce: 12,
  call: payCall(VAULT, payment()),
  gasLimit: 100_000n,
  fees: { maxFee: parseGwei('50'), tip: parseGwei('1') },
};
const pay = (change: Partial<Payment>): TransactionToSign => ({ ...PAY, call: payCall(VAULT, payment(change)) });
const call = (change: Partial<TransactionToSign['call']>) => ({ ...PAY, call: { ...PAY.call, ...change } });
const BATCH = call({ data: encodeBatch([payment(), payment({ token: zeroAddress, amount: 3n })]) });
const CANCEL = call({ to: HOT_WALLET, data: '0x', value: 0n });

describe('the policy allows', () => {
  test.each<readonly [string, TransactionToSign]>([
    ['a payment in a token', PAY],
    ['a payment of the cap', pay({ amount: 10_000_000_000n })],
    ['a payment in the native token, without a value', pay({ token: zeroAddress, amount: 10n ** 18n })],
    ['the largest gas drop', pay({ gasDrop: 7n })],
    ['a batch of both', BATCH],
    ['a cancel', CANCEL],
    ['the highest gas limit and price', { ...PAY, gasLimit: 1_000_000n, fees: { maxFee: parseGwei('100'), tip: 0n } }],
  ])('%s', (_what, transaction) => {
    expect(evaluate(POLICY, transaction)).toMatchObject({ ok: true });
  });
});

describe('the policy refuses', () => {
  const approve = '0x095ea7b3';
  test.each<readonly [string, TransactionToSign, RegExp]>([
    ['another chain', { ...PAY, chainId: 8 }, /chain 8 is not in the policy/],
    ['another contract', call({ to: USDC }), /not the vault of Northshore/],
    [
      'another method',
      call({ data: concatHex([approve, `0x${'00'.repeat(64)}`]) }),
      /none of pay, payWithGas and payBatch/,
    ],
    ['a view', call({ data: `0x${'00'.repeat(4)}` }), /none of pay, payWithGas and payBatch/],
    ['no data', call({ data: '0x' }), /none of pay, payWithGas and payBatch/],
    ['trailing bytes', call({ data: concatHex([PAY.call.data, '0x00']) }), /bytes that do not belong to its payments/],
    [
      'dirty upper bytes',
      call({ data: PAY.call.data.replace('0'.repeat(24), `1${'0'.repeat(23)}`) as Hex }),
      /bytes that do not belong to its payments/,
    ],
    ['a value beside a token', call({ value: 1n }), /value is 1 wei, but the vault pays from its own funds/],
    [
      'the value of the native payments',
      { ...BATCH, call: { ...BATCH.call, value: 3n } },
      /value is 3 wei, but the vault pays from its own funds/,
    ],
    ['an unlisted token', pay({ token: account(5) }), /not in the policy of Northshore/],
    [
      'more than the cap for one payment',
      pay({ amount: 10_000_000_001n }),
      /10000\.000001 USDC .* cap of 10000 for one payment/,
    ],
    [
      'more than the cap in one payment of a batch',
      call({ data: encodeBatch([payment(), payment({ amount: 10n ** 11n })]) }),
      /cap of 10000 for one payment/,
    ],
    ['more than the largest gas drop', pay({ gasDrop: 8n }), /gas drop of 8 wei .* the most of 7 wei/],
    [
      'a gas drop of a payment in the native token',
      pay({ token: zeroAddress, gasDrop: 1n }),
      /gas drop of 1 wei .* the most of 0 wei/,
    ],
    ['a payment of zero', pay({ amount: 0n }), /amount is 0/],
    ['an empty batch', call({ data: encodeBatch([]) }), /batch has no payments/],
    ...[zeroAddress, HOT_WALLET, DEPOSITS, VAULT, USDC].map(
      (to) =>
        [`a payment to ${to}`, pay({ to }), /the zero address, the hot wallet, a bridge contract or a token/] as const,
    ),
    ['a cancel with value', { ...CANCEL, call: { ...CANCEL.call, value: 1n } }, /no value and no data/],
    ['a cancel with data', { ...CANCEL, call: { ...CANCEL.call, data: '0x00' } }, /no value and no data/],
    ['too much gas', { ...PAY, gasLimit: 1_000_001n }, /gas limit 1000001/],
    ['no gas', { ...PAY, gasLimit: 0n }, /gas limit 0/],
    ['too high a gas price', { ...PAY, fees: { maxFee: parseGwei('100') + 1n, tip: 0n } }, /gas price/],
    ['a legacy price with a tip', { ...PAY, fees: { maxFee: 5n, tip: 1n, isLegacy: true } }, /one gas price/],
    ['a tip above the gas price', { ...PAY, fees: { maxFee: 5n, tip: 6n } }, /tip/],
  ])('%s', (_what, transaction, words) => {
    expect(evaluate(POLICY, transaction)).toEqual({ ok: false, reason: expect.stringMatching(words) });
  });
});

/** A second, independent statement of the policy. */
function isAllowed(transaction: TransactionToSign, payments: readonly Payment[]): boolean {
  const { chainId, call: made, gasLimit, fees } = transaction;
  const [chain] = POLICY.chains;
  if (!chain || chainId !== 7 || gasLimit < 1n || gasLimit > 1_000_000n) return false;
  if (fees.maxFee < 1n || fees.maxFee > parseGwei('100') || fees.tip > fees.maxFee) return false;
  const encodings = [encodeBatch(payments), ...payments.slice(0, 1).map((one) => payCall(VAULT, one).data)];
  const single = made.data === encodings[1] && payments.length > 0;
  const paid = single ? payments.slice(0, 1) : payments;
  if (made.to !== VAULT || !encodings.includes(made.data) || paid.length === 0) return false;
  const caps = new Map<string, bigint>([
    [zeroAddress, 5n * 10n ** 18n],
    [USDC, 10_000_000_000n],
  ]);
  return (
    made.value === 0n &&
    paid.every(({ token, to, amount, gasDrop }) => {
      const cap = caps.get(token);
      return (
        cap !== undefined &&
        amount > 0n &&
        amount <= cap &&
        (!single || gasDrop <= (token === zeroAddress ? 0n : 7n)) &&
        ![zeroAddress, HOT_WALLET, DEPOSITS, VAULT, USDC].includes(to)
      );
    })
  );
}

describe('a changed transaction', () => {
  const addresses = fc.constantFrom(zeroAddress, HOT_WALLET, DEPOSITS, VAULT, USDC, PERSON, account(5), account(8));
  const amounts = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.constantFrom(0n, 1n, 10_000_000_000n, 10_000_000_001n, 5n * 10n ** 18n, 5n * 10n ** 18n + 1n),
  );
  const ids = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`);
  const payments = fc.array(
    fc.record({ id: ids, token: addresses, to: addresses, amount: amounts, gasDrop: fc.constantFrom(0n, 0n, 7n, 8n) }),
    { maxLength: 3 },
  );

  test('is allowed exactly if the policy allows the change', () => {
    const outcomes = new Set<boolean>();
    const changes = fc.record({
      payments: fc.oneof(fc.constant([payment()]), payments),
      isBatch: fc.boolean(),
      to: fc.oneof({ weight: 4, arbitrary: fc.constant(VAULT) }, { weight: 1, arbitrary: addresses }),
      value: fc.constantFrom(0n, 0n, 0n, 1n),
      chainId: fc.constantFrom(7, 7, 7, 8),
      gasLimit: fc.constantFrom(100_000n, 0n, 1_000_000n, 1_000_001n),
      maxFee: fc.constantFrom(parseGwei('50'), parseGwei('100'), parseGwei('101'), 0n),
    });
    fc.assert(
      fc.property(changes, ({ payments: made, isBatch, to, value, chainId, gasLimit, maxFee }) => {
        const [first] = made;
        const single = !isBatch && first;
        const data = single ? payCall(VAULT, first).data : encodeBatch(made);
        const transaction = {
          ...{ chainId, nonce: 1, gasLimit, fees: { maxFee, tip: 0n } },
          call: { to, data, value },
        };
        const { ok } = evaluate(POLICY, transaction);
        outcomes.add(ok);
        expect(ok).toBe(isAllowed(transaction, made));
      }),
      { numRuns: 3000 },
    );
    expect(outcomes).toEqual(new Set([true, false]));
  });

  test('with one other byte is refused or is another allowed payment', () => {
    const length = (PAY.call.data.length - 2) / 2;
    const positions = fc.record({ at: fc.nat(length - 1), byte: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(positions, ({ at, byte }) => {
        const bytes = Buffer.from(PAY.call.data.slice(2), 'hex');
        bytes[at] = byte;
        const data: Hex = `0x${bytes.toString('hex')}`;
        const verdict = evaluate(POLICY, call({ data }));
        // Selector (4), id (32), token (32), recipient (32), amount (32).
        const isId = at >= 4 && at < 36;
        const isRecipient = at >= 80 && at < 100;
        if (data !== PAY.call.data && verdict.ok) expect(isId || isRecipient || at >= 100).toBe(true);
        if (isId) expect(verdict.ok).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});
