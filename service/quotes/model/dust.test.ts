import fc from 'fast-check';
import { parseEther, zeroAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import { createSampleCatalog, pickChain, pickRoute } from '../../../tools/lab/service/sampleCatalog.ts';
import { assumedGas } from '../../boot/model/chainFamily.ts';
import { quotedGasPrice } from '../../chain/model/gasPrice.ts';
import type { DustSchedule } from './dust.ts';
import { createDustTerms, findDustTerms, isDust } from './dust.ts';
import type { FeeSchedule } from './quote.ts';
import { payoutTerms, quoteWindow, schedulesInForce } from './quote.ts';

const catalog = createSampleCatalog();
const chain = pickChain(catalog, 'Northshore');
const GWEI = 1_000_000_000n;
const BLOCK_TIME = new Date('2026-01-01T12:00:00Z');

/** The smallest transfer, and a thousandth of it. */
const MINIMUM = parseEther('0.001');
const TRIVIAL = MINIMUM / 1000n;

function removeRoutes({ tokens }: LabInstallation): void {
  for (const token of tokens) if (token.name === 'ETH') token.transfers = [];
}

type Block = { readonly amount: bigint; readonly baseFee: bigint; readonly schedules?: readonly DustSchedule[] };

function drops({ amount, baseFee, schedules = [] }: Block, used = catalog): boolean {
  const origin = pickChain(used, 'Northshore');
  return isDust(findDustTerms(used, origin, { token: zeroAddress, blockTime: BLOCK_TIME, schedules }), {
    ...{ amount, baseFee },
  });
}

describe('before the first schedule', () => {
  test('drops a native deposit below the minimum if it is trivial or its refund would use it up', () => {
    const amounts = fc.oneof(
      fc.bigInt({ min: 1n, max: parseEther('1') }),
      fc.bigInt({ min: TRIVIAL - 2n, max: TRIVIAL + 2n }),
      fc.bigInt({ min: MINIMUM - 2n, max: MINIMUM + 2n }),
    );
    const baseFees = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 1000n * GWEI }));
    fc.assert(
      fc.property(amounts, baseFees, (amount, baseFee) => {
        const cost = (catalog.refundGas ?? assumedGas(chain)) * quotedGasPrice({ baseFee, tip: 0n }, chain.maxGasPrice);
        const isExpected = amount < MINIMUM && (amount < TRIVIAL || amount <= cost);
        expect(drops({ amount, baseFee })).toBe(isExpected);
      }),
    );
  });

  test('keeps a deposit that a route accepts while gas costs more than it is worth', () => {
    const baseFee = 1000n * GWEI;
    expect([drops({ amount: MINIMUM - 1n, baseFee }), drops({ amount: MINIMUM, baseFee })]).toEqual([true, false]);
  });

  test('measures a trivial deposit by the minimum of its token, and keeps it without a route', () => {
    const raised = createSampleCatalog(({ tokens }) => {
      for (const { transfers } of tokens) for (const transfer of transfers) transfer.min = '1';
    });
    const at = (amount: bigint) => drops({ amount, baseFee: 0n }, raised);
    expect([at(parseEther('0.001') - 1n), at(parseEther('0.001'))]).toEqual([true, false]);
    const none = createSampleCatalog(removeRoutes);
    expect(drops({ amount: 1n, baseFee: 0n }, none)).toBe(false);
  });

  test('uses the configured minimum instead', () => {
    const configured = createSampleCatalog((file) => {
      file.lab.handlingMinimum = '0.0005';
    });
    const at = (amount: bigint) => drops({ amount, baseFee: GWEI }, configured);
    expect([at(parseEther('0.0005') - 1n), at(parseEther('0.0005'))]).toEqual([true, false]);
  });
});

test('keeps every deposit of an unknown token', () => {
  const question = {
    token: '0x00000000000000000000000000000000000000ff',
    blockTime: BLOCK_TIME,
    schedules: [],
  } as const;
  expect(isDust(findDustTerms(catalog, chain, question), { amount: 1n, baseFee: GWEI })).toBe(false);
});

const route = pickRoute(catalog, 'ETH');
const terms = createDustTerms(catalog, route);
const secondsFrom = (seconds: number) => new Date(BLOCK_TIME.getTime() + seconds * 1000);

test("does not mistake another chain's or token's routes for those of the deposit", () => {
  const schedule = { validFrom: secondsFrom(-5), ...terms, min: 1n, dustBelow: 0n };
  const others = [`ETH:${chain.id}0:5`, `WETH:${chain.id}:5`, `ETH:${chain.id}:5:7`];
  const schedules = others.map((routeId) => ({ ...schedule, routeId }));
  expect(drops({ amount: 1n, baseFee: GWEI, schedules })).toBe(true);
  expect(drops({ amount: 1n, baseFee: GWEI, schedules: [{ ...schedule, routeId: `ETH:${chain.id}:5` }] })).toBe(false);
});

/** What the service stored for some routes, which the configuration may have dropped. */
const history = fc.uniqueArray(
  fc
    .record({
      // The configured route, and routes that the configuration lacks.
      destination: fc.constantFrom(Number(route.destination.id), 999_998, 999_999),
      startsAt: fc.integer({ min: -4000, max: 4000 }),
      gasFee: fc.bigInt({ min: 0n, max: parseEther('0.1') }),
      min: fc.bigInt({ min: 1n, max: parseEther('2') }),
      dustBelow: fc.bigInt({ min: 0n, max: parseEther('2') }),
      refundCost: fc.bigInt({ min: 0n, max: parseEther('2') }),
      refundGasPrice: fc.bigInt({ min: 1n, max: 1000n * GWEI }),
    })
    .map(({ destination, startsAt, ...rest }) => {
      const fees = { feeBps: 0n, feeFloor: 0n, max: parseEther('3'), nativePrice: null };
      return { routeId: `ETH:${chain.id}:${destination}`, validFrom: secondsFrom(startsAt), ...fees, ...rest };
    }),
  { selector: ({ routeId, validFrom }) => `${routeId} ${validFrom.getTime()}`, maxLength: 12 },
);
const deposits = {
  amount: fc.oneof(fc.bigInt({ min: 1n, max: parseEther('3') }), fc.bigInt({ min: 1n, max: MINIMUM })),
  baseFee: fc.bigInt({ min: 0n, max: 1000n * GWEI }),
};
const decimals = { origin: 18, destination: 18 };
const window = quoteWindow(BLOCK_TIME, catalog.quoteValiditySeconds);

function accepts(schedules: readonly FeeSchedule[], amount: bigint): boolean {
  const ids = [...new Set(schedules.map(({ routeId }) => routeId))];
  const inForce = ids.flatMap((id) =>
    schedulesInForce(
      schedules.filter(({ routeId }) => routeId === id),
      window,
    ),
  );
  return inForce.some((schedule) => payoutTerms(schedule, amount, decimals) !== null);
}

describe('with any history of schedules', () => {
  test('keeps what a schedule of the quote window accepts, even for a route that the configuration lacks', () => {
    fc.assert(
      fc.property(history, deposits.amount, deposits.baseFee, (schedules, amount, baseFee) => {
        if (accepts(schedules, amount)) expect(drops({ amount, baseFee, schedules })).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  // What an operator can change between two reads of a block.
  const changed = createSampleCatalog((file) => {
    removeRoutes(file);
    Object.assign(file.lab, { refundGas: 500_000, handlingMinimum: '0.9' });
    for (const token of file.tokens) token.price = '12345';
    for (const one of file.chains) one.maxGasPriceGwei = '7';
  });

  test('judges a block the same at any time, with any prices and configuration', () => {
    fc.assert(
      fc.property(history, deposits.amount, deposits.baseFee, (schedules, amount, baseFee) => {
        const during = schedules.filter(({ validFrom }) => validFrom <= window.to);
        fc.pre(during.length > 0);
        const first = drops({ amount, baseFee, schedules: during });
        expect(drops({ amount, baseFee, schedules })).toBe(first);
        expect(drops({ amount, baseFee, schedules: [...schedules].reverse() }, changed)).toBe(first);
      }),
      { numRuns: 500 },
    );
  });

  test("keeps after its quote window whatever it kept before the window's last schedules", () => {
    fc.assert(
      fc.property(history, deposits.amount, deposits.baseFee, (schedules, amount, baseFee) => {
        const early = schedules.filter(({ validFrom }) => validFrom <= BLOCK_TIME);
        fc.pre(early.length > 0);
        if (!drops({ amount, baseFee, schedules: early })) expect(drops({ amount, baseFee, schedules })).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
