import { zeroAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import { createSampleCatalog, pickChain, pickRoute } from '../../../tools/lab/service/sampleCatalog.ts';
import type { FeeSchedule } from '../../quotes/model/quote.ts';
import type { Order } from './acceptance.ts';
import { applyOrder, decide, ORDER_REASONS } from './acceptance.ts';
import type { Deposit } from './deposit.ts';

const catalog = createSampleCatalog();
const origin = pickChain(catalog, 'Northshore');
const route = pickRoute(catalog, 'USDC');
const USER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const HASH = `0x${'ab'.repeat(32)}` as const;

const deposit: Deposit = {
  id: HASH,
  chainId: 31337,
  contract: origin.depositContract,
  transactionHash: HASH,
  ordinal: 0,
  blockNumber: 1n,
  blockHash: HASH,
  blockTime: new Date(0),
  logIndex: 0,
  depositor: USER,
  token: route.originToken.address,
  maker: origin.vault,
  target: USER,
  amount: 50_000_000n,
  destination: 31338n,
  channel: 0n,
  funded: true,
};

const cheap: FeeSchedule = {
  routeId: route.id,
  validFrom: new Date(0),
  gasFee: 100_000n,
  nativePrice: null,
  feeBps: 10n,
  feeFloor: 100_000n,
  min: route.min,
  max: route.max,
};
const dear = { ...cheap, gasFee: 900_000n };

function decideWith(fields: Partial<Deposit>, schedules: readonly FeeSchedule[] = [dear, cheap]) {
  return decide(catalog, { origin, deposit: { ...deposit, ...fields }, schedules });
}

describe('a confirmed deposit', () => {
  test('is accepted with the schedule in force that pays most', () => {
    expect(decideWith({})).toMatchObject({ kind: 'accepted', recipient: USER, terms: { receive: 49_800_000n } });
  });

  test('is accepted if one schedule in force accepts it', () => {
    expect(decideWith({ amount: 1_100_000n })).toMatchObject({ kind: 'accepted', terms: { gasFee: 100_000n } });
  });

  test.each<readonly [string, Partial<Deposit>, RegExp]>([
    ['a target that is not an address', { target: 'alice.eth' }, /recipient is not an account address/],
    ['a target with spaces around it', { target: ` ${USER}` }, /recipient is not an account address/],
    ['a target with a wrong checksum', { target: USER.replace('C44C', 'c44C') }, /recipient is not an account address/],
    ['the zero address as target', { target: zeroAddress }, /recipient is the zero address/],
    ['the bridge as target', { target: route.destination.vault }, /recipient is an address of the bridge/],
    ['too little', { amount: 1_099_999n }, /^1\.099999 USDC less the network fee is not between 1 and 10000 USDC$/],
    ['too much', { amount: 10_001_000_000n }, /^10001 USDC less the network fee is not between/],
  ])('with %s is rejected', (_what, fields, reason) => {
    expect(decideWith(fields)).toMatchObject({ kind: 'rejected', reason: { text: expect.stringMatching(reason) } });
  });

  describe('with a gas drop', () => {
    const offering = createSampleCatalog(({ chains: [, south] }) => Object.assign(south ?? {}, { maxGasDrop: '0.01' }));
    const [offered, priced] = [pickRoute(offering, 'USDC'), { ...cheap, nativePrice: 3_000_000_000n }];
    const decideDrop = (target: string, schedules: readonly FeeSchedule[] = [priced]) =>
      decide(offering, { origin: offered.origin, deposit: { ...deposit, target }, schedules });

    test('is accepted with its price in the network fee', () => {
      expect(decideDrop(`${USER}+gas:1000000000000000`)).toMatchObject({
        ...{ kind: 'accepted', recipient: USER, gasDrop: 10n ** 15n },
        terms: { gasFee: 150_000n + 3_000_000n, receive: 50_000_000n - 150_000n - 3_000_000n - 100_000n },
      });
      expect(decideDrop(`${USER}+gas:10000000000000000`).kind).toBe('accepted');
      expect(decideDrop(USER)).toMatchObject({ kind: 'accepted', gasDrop: 0n, terms: { gasFee: 100_000n } });
    });

    test.each([
      [
        `${USER}+gas:10000000000000001`,
        'gas_drop_refused',
        /asks for 0\.010000000000000001 native tokens for gas, more than the 0\.01/,
      ],
      [`${USER}+gas:01`, 'gas_drop_refused', /in a form that the bridge does not read/],
      [`${offered.destination.vault}+gas:1`, 'recipient_invalid', /is an address of the bridge/],
    ])('to %s is rejected with %s', (target, code, text) => {
      const reason = { code, text: expect.stringMatching(text) };
      expect(decideDrop(target)).toMatchObject({ kind: 'rejected', reason });
    });

    test('is rejected where none was offered: by the schedule, the chain, or for the native token', () => {
      const target = `${USER}+gas:1`;
      expect(decideDrop(target, [cheap])).toMatchObject({ kind: 'rejected', reason: { code: 'gas_drop_refused' } });
      expect(decideWith({ target }, [priced])).toMatchObject({ kind: 'rejected' });
      const eth = pickRoute(offering, 'ETH');
      const schedules = [{ ...priced, min: eth.min, max: eth.max }];
      const native = { ...deposit, target, token: eth.originToken.address, amount: 10n ** 17n };
      expect(decide(offering, { origin, deposit: native, schedules })).toMatchObject({
        ...{ kind: 'rejected', reason: { text: expect.stringMatching(/more than the 0 that/) } },
      });
    });

    test('is held if the schedule sells native tokens for less than half of their price', () => {
      expect(offered.gasDropFloor).toBeGreaterThan(0n);
      const cheapest = { ...priced, gasFee: 0n, feeFloor: 0n, feeBps: 0n, nativePrice: 1n };
      expect(decideDrop(`${USER}+gas:10000000000000000`, [cheapest])).toMatchObject({
        ...{ kind: 'held', reason: { code: 'fees_below_minimum' } },
      });
    });
  });

  test('to a closed vault is held, even with an invalid recipient: a payment would leave another vault', () => {
    const old = '0x1111111111111111111111111111111111111111' as const;
    const closing = { ...origin, retiredVaults: [old], closedVaults: [old] };
    for (const target of [USER, 'not an address']) {
      const closed = { ...deposit, maker: old, target };
      const decision = decide(catalog, { origin: closing, deposit: closed, schedules: [cheap] });
      expect(decision).toMatchObject({ kind: 'held', reason: { code: 'operator_review' } });
      expect(applyOrder(catalog, decision, { origin: closing, deposit: closed, order: 'retry' })).toBe(decision);
      const retired = { ...closing, closedVaults: [] };
      expect(decide(catalog, { origin: retired, deposit: closed, schedules: [cheap] }).kind).not.toBe('held');
    }
  });

  test.each([
    [5n, 'the bridge does not know the destination chain 5'],
    [31337n, 'the bridge does not offer USDC from Northshore to Northshore'],
  ])('to chain %s, which was never offered, is rejected', (destination, text) => {
    const decision = decide(catalog, { origin, deposit: { ...deposit, destination }, schedules: [] });
    expect(decision).toMatchObject({ kind: 'rejected', reason: { text } });
  });

  test('of a route that was quoted for it and then removed is held, not refunded', () => {
    const decision = decide({ ...catalog, routes: [] }, { origin, deposit, schedules: [cheap] });
    expect(decision).toMatchObject({ kind: 'held', reason: { code: 'route_removed' } });
  });

  test('of a token without a route is rejected', () => {
    const wbtc = pickRoute(catalog, 'WBTC');
    const south = pickChain(catalog, 'Southshore');
    const back = { ...deposit, token: wbtc.destinationToken.address, destination: 31337n };
    expect(decide(catalog, { origin: south, deposit: back, schedules: [] })).toMatchObject({
      kind: 'rejected',
      reason: { text: 'the bridge does not offer WBTC from Southshore to Northshore' },
    });
  });

  test('without proof of the money, or in an unknown token, is held', () => {
    expect(decideWith({ funded: false })).toMatchObject({
      kind: 'held',
      reason: { text: 'the bridge did not receive the full amount' },
    });
    expect(decideWith({ token: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0' })).toMatchObject({
      kind: 'held',
      reason: { text: 'the bridge does not support the deposited token' },
    });
  });

  test('to a disabled chain is rejected', () => {
    const closed = createSampleCatalog((file) => {
      for (const chain of file.chains) if (chain.name === 'Southshore') chain.status = 'closing';
    });
    const decision = decide(closed, { origin: pickChain(closed, 'Northshore'), deposit, schedules: [cheap] });
    expect(decision).toMatchObject({ kind: 'rejected', reason: { text: 'the bridge does not serve Southshore' } });
  });
});

describe('the order of an operator', () => {
  const under = (order: Order | null, fields: Partial<Deposit> = {}) => {
    const changed = { ...deposit, ...fields };
    const decision = decide(catalog, { origin, deposit: changed, schedules: [cheap] });
    return applyOrder(catalog, decision, { origin, deposit: changed, order });
  };

  test('overrides the decision', () => {
    expect([under(null).kind, under('retry').kind]).toEqual(['accepted', 'accepted']);
    expect(under('hold')).toEqual({ kind: 'held', reason: ORDER_REASONS.hold });
    expect(under('hold', { target: 'no address' })).toMatchObject({ kind: 'held' });
    expect(under('refund')).toMatchObject({ kind: 'rejected', reason: ORDER_REASONS.refund });
  });

  test('never refunds a deposit that did not arrive in full or is in an unknown token', () => {
    expect(under('refund', { funded: false })).toMatchObject({
      kind: 'held',
      reason: { text: 'the bridge did not receive the full amount' },
    });
    expect(under('refund', { token: USER })).toMatchObject({ kind: 'held' });
  });
});
