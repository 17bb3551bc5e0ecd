import fc from 'fast-check';
import type { Address } from 'viem';
import { zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { encodeTarget } from '#shared/gasDrop.ts';
import { createSampleFile } from '../../../tools/lab/service/sampleCatalog.ts';
import type { Depth } from '../../chain/model/depth.ts';
import { isDeeper } from '../../chain/model/depth.ts';
import { findPayoutProblem, payCall } from '../../payments/model/payment.ts';
import { fingerprintOf, fingerprintsByChain } from '../../signer/process/fingerprint.ts';
import type { ChainPolicy, Policy } from '../../signer/process/policy.ts';
import { evaluate } from '../../signer/process/policy.ts';
import { parsePolicy } from '../../signer/process/policyFile.ts';
import { payoutBounds } from '../../signer/process/verifyPayments.ts';
import { compareViews } from './compareViews.ts';

const account = (digit: number): Address => `0x${String(digit).repeat(40)}`;
// Few of everything, so that two generated views share much, and a payment often matches both.
const anyAddress = fc.constantFrom(...[1, 2, 3, 4, 5, 6, 7].map(account));
const anyDepth: fc.Arbitrary<Depth> = fc.constantFrom<Depth>(1, 2, 12, 'safe', 'finalized');
const anyToken = fc.record({
  name: fc.constantFrom('ETH', 'USDC'),
  address: fc.constantFrom(zeroAddress, account(4), account(5)),
  decimals: fc.constantFrom(6, 18),
  maxPerPayment: fc.constantFrom(5n, 10n, 1000n),
});
const anyChain = (id: number): fc.Arbitrary<ChainPolicy> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constantFrom(`Chain ${id}`, `Chain ${id}`, 'Renamed'),
    rpcUrls: fc.uniqueArray(fc.constantFrom('https://a', 'https://b', 'https://c'), { minLength: 1 }),
    quorum: fc.constantFrom(1, 2),
    confirmations: anyDepth,
    payoutConfirmations: anyDepth,
    depositContract: anyAddress,
    vault: anyAddress,
    retiredVaults: fc.uniqueArray(anyAddress, { maxLength: 2 }),
    maxGasLimit: fc.constantFrom(100n, 200n),
    maxGasPrice: fc.constantFrom(10n, 20n),
    maxGasDrop: fc.constantFrom(0n, 5n, 7n),
    tokens: fc.uniqueArray(anyToken, { maxLength: 3, selector: ({ address }) => address }),
  });
const anyRoute = fc.record({
  token: fc.constantFrom('ETH', 'USDC'),
  from: fc.constantFrom('Chain 1', 'Chain 2', 'Renamed'),
  to: fc.constantFrom('Chain 1', 'Chain 2', 'Renamed'),
  minFee: fc.constantFrom(0n, 1n, 3n),
  gasDropFloor: fc.constantFrom(0n, 10n ** 18n, 2n * 10n ** 18n),
});
const anyRemote = fc.record({
  listen: fc.constantFrom('10.0.0.5:8790', '0.0.0.0:8790'),
  clients: fc.uniqueArray(fc.constantFrom('worker-1', 'worker-2', 'worker-3'), { minLength: 1 }),
});
const anyView: fc.Arbitrary<Policy> = fc.record({
  hotWallet: anyAddress,
  formerHotWallets: fc.uniqueArray(anyAddress, { maxLength: 2 }),
  chains: fc.tuple(anyChain(1), anyChain(2)).chain((chains) => fc.subarray(chains, { minLength: 1 })),
  routes: fc.uniqueArray(anyRoute, { maxLength: 4, selector: ({ token, from, to }) => `${token} ${from} ${to}` }),
  remote: fc.option(anyRemote),
});
/** A view, and the result of one or two edits to it, so that most of both is equal. */
const anyEdit = fc
  .tuple(
    anyView,
    anyView,
    fc.constantFrom('hotWallet', 'formerHotWallets', 'chains', 'routes', 'remote', 'chain'),
    fc.nat(),
  )
  .map(([before, other, part, place]): readonly [Policy, Policy] => {
    if (part !== 'chain') return [before, { ...before, [part]: other[part] }];
    const chains = before.chains.map((chain) => {
      const next = other.chains.find(({ id }) => id === chain.id) ?? chain;
      const entries = Object.entries(next);
      const [key, value] = entries[place % entries.length] ?? ['id', chain.id];
      return { ...chain, [key]: value };
    });
    return [before, { ...before, chains }];
  });

const isWider = (before: Policy, after: Policy) => compareViews(before, after).some(({ kind }) => kind === 'wider');

const anyTransaction = fc
  .record({
    ...{ chainId: fc.constantFrom(1, 2), vault: anyAddress, to: anyAddress },
    ...{ token: fc.constantFrom(zeroAddress, account(4), account(5)), amount: fc.constantFrom(1n, 5n, 7n, 500n) },
    ...{ gasLimit: fc.constantFrom(50n, 150n), maxFee: fc.constantFrom(5n, 15n), isCancel: fc.boolean() },
    gasDrop: fc.constantFrom(0n, 0n, 6n),
  })
  .map(({ chainId, vault, to, token, amount, gasDrop, gasLimit, maxFee, isCancel }) => ({
    ...{ chainId, nonce: 0, gasLimit, fees: { maxFee, tip: 1n } },
    call: isCancel
      ? { to: vault, data: '0x' as const, value: 0n }
      : payCall(vault, { id: `0x${'ab'.repeat(32)}`, token, to, amount, gasDrop }),
  }));

test('a transaction that only the new view allows has a line that is wider', () => {
  let allowed = 0;
  const property = fc.property(
    anyEdit,
    fc.array(anyTransaction, { minLength: 20, maxLength: 20 }),
    ([before, after], transactions) => {
      const isNew = transactions.some((one) => !evaluate(before, one).ok && evaluate(after, one).ok);
      if (isNew) allowed += 1;
      return !isNew || isWider(before, after);
    },
  );
  fc.assert(property, { numRuns: 1000 });
  // The property says nothing about views that allow the same.
  expect(allowed).toBeGreaterThan(30);
});

test('a token that is removed becomes a possible recipient, which is wider', () => {
  const [view] = fc.sample(anyView, 1);
  const [chain] = fc.sample(anyChain(1), 1);
  if (!view || !chain) return expect.fail();
  const token = (digit: number) => ({ name: `T${digit}`, address: account(digit), decimals: 6, maxPerPayment: 10n });
  const withTokens = (digits: readonly number[]): Policy => ({
    ...{ ...view, hotWallet: account(1) },
    chains: [
      { ...chain, depositContract: account(2), vault: account(3), retiredVaults: [], tokens: digits.map(token) },
    ],
  });
  const [before, after] = [withTokens([4, 5]), withTokens([5])];
  const call = payCall(account(3), {
    id: `0x${'ab'.repeat(32)}`,
    token: account(5),
    to: account(4),
    amount: 1n,
    gasDrop: 0n,
  });
  const transaction = { chainId: 1, nonce: 0, call, gasLimit: 50n, fees: { maxFee: 5n, tip: 1n } };
  expect([evaluate(before, transaction).ok, evaluate(after, transaction).ok]).toEqual([false, true]);
  expect(isWider(before, after)).toBe(true);
});

const anyDeposit = fc.record({
  ...{ chainId: fc.constantFrom(1, 2), destination: fc.constantFrom(1n, 2n), amount: fc.constantFrom(4n, 10n ** 13n) },
  ...{ token: fc.constantFrom(zeroAddress, account(4)), paid: fc.constantFrom(1n, 3n, 10n ** 13n - 3n) },
  gasDrop: fc.constantFrom(0n, 0n, 3n, 7n),
});

test('a payout that only the new view verifies has a line that is wider', () => {
  const verifies = (
    view: Policy,
    { chainId, destination, token, amount, paid, gasDrop }: typeof anyDeposit extends fc.Arbitrary<infer T> ? T : never,
  ) => {
    const bounds = payoutBounds(view, { chainId, destination, token });
    if (typeof bounds === 'string') return false;
    const id = `0x${'cd'.repeat(32)}` as const;
    const recipient = account(9);
    const target = encodeTarget({ recipient, gasDrop });
    const deposit = { id, chainId, funded: true, depositor: account(8), token, target, amount, destination };
    const payment = { id, token: bounds.token.address, to: recipient, amount: paid, gasDrop };
    return findPayoutProblem(bounds, deposit, { chainId: bounds.destinationId, payment }) === null;
  };
  let verified = 0;
  const property = fc.property(
    anyEdit,
    fc.array(anyDeposit, { minLength: 20, maxLength: 20 }),
    ([before, after], deposits) => {
      const isNew = deposits.some((one) => !verifies(before, one) && verifies(after, one));
      if (isNew) verified += 1;
      return !isNew || isWider(before, after);
    },
  );
  fc.assert(property, { numRuns: 3000 });
  expect(verified).toBeGreaterThan(50);
});

test('evidence that only the new view accepts has a line that is wider', () => {
  const property = fc.property(anyEdit, ([before, after]) => {
    const isLooser = before.chains.some((chain) => {
      const next = after.chains.find(({ id }) => id === chain.id);
      if (!next) return false;
      const isShallower = isDeeper(chain.confirmations, next.confirmations);
      const forgets = chain.retiredVaults.some((vault) => !next.retiredVaults.includes(vault));
      return (
        isShallower || forgets || next.quorum < chain.quorum || next.rpcUrls.some((url) => !chain.rpcUrls.includes(url))
      );
    });
    return !isLooser || isWider(before, after);
  });
  fc.assert(property, { numRuns: 2000 });
});

test('a worker that only the new view admits, or another address, has a line that is wider', () => {
  const property = fc.property(anyEdit, ([before, after]) => {
    const isNew = after.remote?.clients.some((name) => !before.remote?.clients.includes(name)) ?? false;
    const isElsewhere = after.remote !== null && after.remote.listen !== before.remote?.listen;
    return !(isNew || isElsewhere) || isWider(before, after);
  });
  fc.assert(property, { numRuns: 2000 });
});

test('views with the same fingerprint have no line, and views without a line the same fingerprint', () => {
  fc.assert(
    fc.property(anyEdit, ([before, after]) => {
      expect(compareViews(before, after).length === 0).toBe(fingerprintOf(before) === fingerprintOf(after));
    }),
    { numRuns: 2000 },
  );
});

const viewOf = (change: (file: ReturnType<typeof createSampleFile>) => void = () => {}) => {
  const file = createSampleFile();
  change(file);
  return parsePolicy(JSON.stringify(file));
};

test('the fingerprint ignores what does not affect signing, and the order of lists', () => {
  const before = fingerprintOf(viewOf());
  expect(fingerprintOf(viewOf(({ chains }) => chains.reverse()))).toBe(before);
  expect(fingerprintOf(viewOf((file) => Object.assign(file.prices, { asOf: '2026-11-01' })))).toBe(before);
  expect(
    fingerprintOf(viewOf((file) => Object.assign(file.tokens[0]?.transfers[0] ?? {}, { feeFloor: '0.00004' }))),
  ).not.toBe(before);
});

test('the fingerprint of a chain changes with its vault, but not with its endpoints', () => {
  const before = fingerprintsByChain(viewOf());
  const own = { Northshore: { rpcUrls: ['https://own.example'] } };
  expect(fingerprintsByChain(viewOf((file) => Object.assign(file.signer, { chains: own })))).toEqual(before);
  const after = fingerprintsByChain(viewOf(({ chains }) => Object.assign(chains[0] ?? {}, { vault: account(7) })));
  expect(after.get(31_337)).not.toBe(before.get(31_337));
  expect(after.get(31_338)).toBe(before.get(31_338));
});
