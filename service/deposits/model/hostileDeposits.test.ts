import fc from 'fast-check';
import type { Address, Hash, Hex } from 'viem';
import { encodeAbiParameters, encodeEventTopics, erc20Abi, pad } from 'viem';
import { expect, test } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { createSampleCatalog } from '../../../tools/lab/service/sampleCatalog.ts';
import { decide } from './acceptance.ts';
import { readDeposits } from './deposit.ts';

// Each transaction has up to eight forgeries.
const RECEIPTS = 5000;

const catalog = createSampleCatalog();
const [route] = catalog.routes.filter(({ token, origin }) => token.name === 'USDC' && origin.name === 'Northshore');
if (!route) throw new Error('the example has no such route');
const { origin, destination, originToken } = route;
const USER: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const OTHER_ACCOUNT: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const HASH: Hash = `0x${'ab'.repeat(32)}`;
const SCHEDULE = { ...route, routeId: route.id, validFrom: new Date(0), nativePrice: null, gasFee: 120n };

type Log = { readonly address: Address; readonly topics: Hex[]; readonly data: Hex };

type DepositFields = {
  readonly contract?: Address;
  readonly token?: Address;
  readonly maker?: Address;
  readonly target?: string;
  readonly destination?: bigint;
  readonly channel?: bigint;
};

// The logs have few distinct topics, and each costs several hashes.
const knownTopics = new Map<string, Hex[]>();

function toTopics(key: string, encode: () => readonly (Hex | Hex[] | null)[]): Hex[] {
  const topics = knownTopics.get(key) ?? encode().filter((topic): topic is Hex => typeof topic === 'string');
  knownTopics.set(key, topics);
  return topics;
}

function depositLog(amount: bigint, fields: DepositFields = {}): Log {
  const { contract = origin.depositContract, token = originToken.address, maker = origin.vault } = fields;
  const topics = toTopics(`Deposit ${token} ${maker}`, () =>
    encodeEventTopics({ abi: depositAbi, eventName: 'Deposit', args: { user: USER, token, maker } }),
  );
  const types = ['string', 'uint256', 'uint256', 'uint256', 'uint256'].map((type) => ({ type }));
  const { target = USER, destination: to = BigInt(destination.id), channel = 7n } = fields;
  return {
    address: contract,
    topics,
    data: encodeAbiParameters(types, [target, amount, to, channel, 1n]),
  };
}

type TransferFields = { readonly token?: Address; readonly from?: Address; readonly to?: Address };

function transferLog(value: bigint, fields: TransferFields = {}): Log {
  const { token = originToken.address, from = USER, to = origin.vault } = fields;
  const topics = toTopics(`Transfer ${from} ${to}`, () =>
    encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }),
  );
  return { address: token, topics, data: pad(`0x${value.toString(16)}`) };
}

/** The logs of a forgery or an honest deposit, and the amounts that the bridge must pay for them. */
type Forgery = { readonly logs: readonly Log[]; readonly owed: readonly bigint[] };

const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const target = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.integer({ min: 0, max: 100_000 }).map((length) => 'x'.repeat(length)),
  fc.constantFrom(` ${USER}`, `${USER}\n`, USER.slice(2), USER.replace('0x', '0X'), USER.replace('3C', '3c')),
  fc.constantFrom(pad('0x0', { size: 20 }), pad('0x9', { size: 20 }), pad('0xffff', { size: 20 })),
  fc.constantFrom(destination.hotWallet, destination.depositContract, destination.vault),
  fc.constant(route.destinationToken.address),
);

const forgeries = {
  honest: (amount: bigint): Forgery => ({ logs: [transferLog(amount), depositLog(amount)], owed: [amount] }),
  anotherContract: (amount: bigint): Forgery => ({
    logs: [transferLog(amount), depositLog(amount, { contract: OTHER_ACCOUNT })],
    owed: [],
  }),
  anotherMaker: (amount: bigint): Forgery => ({
    logs: [transferLog(amount, { to: OTHER_ACCOUNT }), depositLog(amount, { maker: OTHER_ACCOUNT })],
    owed: [],
  }),
  fakeToken: (amount: bigint): Forgery => ({
    logs: [transferLog(amount, { token: OTHER_ACCOUNT }), depositLog(amount, { token: OTHER_ACCOUNT })],
    owed: [],
  }),
  noTransfer: (amount: bigint): Forgery => ({ logs: [depositLog(amount)], owed: [] }),
  feeOnTransfer: (amount: bigint): Forgery => ({ logs: [transferLog(amount - 500n), depositLog(amount)], owed: [] }),
  otherDirection: (amount: bigint): Forgery => ({
    logs: [transferLog(amount, { from: origin.vault, to: USER }), depositLog(amount)],
    owed: [],
  }),
  fromAnotherAccount: (amount: bigint): Forgery => ({
    logs: [transferLog(amount, { from: OTHER_ACCOUNT }), depositLog(amount)],
    owed: [],
  }),
  transferAfterDeposit: (amount: bigint): Forgery => ({ logs: [depositLog(amount), transferLog(amount)], owed: [] }),
  sharedTransfer: (amount: bigint): Forgery => ({
    logs: [transferLog(amount), depositLog(amount), depositLog(amount)],
    owed: [amount],
  }),
} as const;

const names = fc.constantFrom(...(Object.keys(forgeries) as (keyof typeof forgeries)[]));
const forgery: fc.Arbitrary<(amount: bigint) => Forgery> = fc.oneof(
  { weight: 4, arbitrary: names.map((name) => forgeries[name]) },
  target.map((text) => (amount: bigint) => ({
    logs: [transferLog(amount), depositLog(amount, { target: text })],
    owed: [],
  })),
  uint256.map((to) => (amount: bigint) => ({
    logs: [transferLog(amount), depositLog(amount, { destination: to })],
    owed: to === BigInt(destination.id) ? [amount] : [],
  })),
  uint256.map((channel) => (amount: bigint) => ({
    logs: [transferLog(amount), depositLog(amount, { channel })],
    owed: [amount],
  })),
  fc.constantFrom(0n, 1n, 2n ** 256n - 1n).map((amount) => () => ({
    logs: [transferLog(amount), depositLog(amount)],
    owed: [],
  })),
);

test('accepts exactly the honest deposits of a transaction that also has forgeries', () => {
  let owedInAll = 0;
  fc.assert(
    fc.property(fc.array(forgery, { maxLength: 8 }), fc.boolean(), (chosen, reverted) => {
      // Each forgery has a different amount, so that no transfer of one funds another.
      const made = chosen.map((make, index) => make(1_000_000_000n + BigInt(index) * 1000n));
      const logs = made.flatMap((part) => part.logs).map((log, logIndex) => ({ ...log, logIndex }));
      const status = reverted ? 'reverted' : 'success';
      const deposits = readDeposits(
        { transactionHash: HASH, blockNumber: 5n, blockHash: HASH, status, logs },
        { chainId: origin.id, contract: origin.depositContract, makers: [origin.vault], blockTime: new Date(1000) },
      );
      const accepted = deposits.filter(
        (deposit) => decide(catalog, { origin, deposit, schedules: [SCHEDULE] }).kind === 'accepted',
      );
      const owed = reverted ? [] : made.flatMap((part) => part.owed);
      owedInAll += owed.length;
      expect(accepted.map(({ amount }) => amount)).toEqual(owed);
      expect(new Set(deposits.map(({ id }) => id)).size).toBe(deposits.length);
    }),
    { numRuns: RECEIPTS },
  );
  expect(owedInAll).toBeGreaterThan(RECEIPTS / 10);
  // Other work on the same machine must not fail a test.
});
