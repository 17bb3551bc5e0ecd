import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertRoundingDown, divideRoundingUp, formatAmount } from '#shared/amount.ts';
import { honestBuild, intentFor, routeFor } from '../../../tools/lab/web/fixtures.ts';
import type { Route } from '../../config/registry.ts';
import type { Intent } from '../../transfer/model/intent.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { verifyBuild } from '../../transfer/model/verifyBuild.ts';
import type { Attempt, TryAmount } from './exactReceive.ts';
import { findExactReceive, MAX_BUILDS, sampleOf } from './exactReceive.ts';

type Fees = { readonly gasFee: bigint; readonly bps: bigint; readonly floor: bigint };
type Terms = Fees & { readonly min: bigint; readonly max: bigint };

const open: Terms = { gasFee: 300_000n, bps: 10n, floor: 100_000n, min: 1_000_000n, max: 10n ** 30n };

function withDecimals(origin: number, destination: number): Route {
  const route = routeFor('USDC');
  return {
    ...route,
    originToken: { ...route.originToken, decimals: origin },
    destinationToken: { ...route.destinationToken, decimals: destination },
  };
}

/** What a service with these fees builds for an amount from which it deducts the network fee. */
function quote(intent: Intent, route: Route, { gasFee, bps, floor, min, max }: Terms): Attempt {
  const { decimals } = route.originToken;
  const inOrigin = (amount: bigint) => ({ amount, decimals });
  const afterGas = intent.amount - gasFee;
  if (afterGas < min || afterGas > max) {
    const bounds = { min: inOrigin(min + gasFee), max: inOrigin(max + gasFee) };
    return { kind: 'refused', reason: 'amountOutOfRange', cause: null, maxGasDrop: null, ...bounds, message: '' };
  }
  const share = divideRoundingUp(afterGas * bps, 10_000n);
  const bridgeFee = share > floor ? share : floor;
  const net = afterGas - bridgeFee;
  const receive = net > 0n ? convertRoundingDown(inOrigin(net), route.destinationToken.decimals) : 0n;
  const answer = {
    ...honestBuild(intent, routeFor('USDC')),
    ...{ input: inOrigin(intent.amount), send: inOrigin(intent.amount) },
    ...{
      gasFee: inOrigin(gasFee),
      bridgeFee: inOrigin(bridgeFee),
      min: inOrigin(min + gasFee),
      max: inOrigin(max + gasFee),
    },
    receive: { amount: receive, decimals: route.destinationToken.decimals },
  };
  const verified = verifyBuild(intent, answer, route);
  return verified.ok
    ? { kind: 'verified', build: verified.build }
    : { kind: 'mismatch', mismatches: verified.mismatches };
}

function createService(route: Route, termsAt: (build: number) => Terms) {
  const amounts: bigint[] = [];
  const tryAmount: TryAmount = async (amount) => {
    const terms = termsAt(amounts.push(amount) - 1);
    const text = formatAmount({ amount, decimals: route.originToken.decimals });
    return quote({ ...intentFor(route, true), amount, amountText: text }, route, terms);
  };
  return { amounts, tryAmount };
}

const targetOn = ({ originToken, destinationToken }: Route, receive: bigint) => ({
  receive,
  originDecimals: originToken.decimals,
  destinationDecimals: destinationToken.decimals,
  min: open.min,
});

function builtBy(attempt: Attempt): VerifiedBuild {
  if (attempt.kind !== 'verified')
    throw new Error(
      `not built: ${JSON.stringify(attempt, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}`,
    );
  return attempt.build;
}

describe('findExactReceive', () => {
  const route = withDecimals(6, 6);

  it('sends the wanted amount and all fees', async () => {
    const { tryAmount } = createService(route, () => open);
    const build = builtBy(await findExactReceive(targetOn(route, 250_000_000n), tryAmount, null));
    expect(build).toMatchObject({ receive: 250_000_000n, send: 250_550_251n, bridgeFee: 250_251n, gasFee: 300_000n });
  });

  type Case = {
    readonly decimals: readonly [origin: number, destination: number];
    readonly receive: bigint;
    readonly fees: Fees;
    readonly isKnown: boolean;
    readonly knownAmount: bigint;
  };

  async function expectExact({ decimals: [origin, destination], receive, fees, isKnown, knownAmount }: Case) {
    const on = withDecimals(origin, destination);
    const finer = 10n ** BigInt(Math.max(0, destination - origin));
    const min = 2n * (fees.floor + 10n ** BigInt(Math.max(0, origin - destination)));
    const service = createService(on, () => ({ ...fees, min, max: 2n ** 250n }));
    const least = builtBy(await service.tryAmount(min + fees.gasFee));
    const earlier = builtBy(await service.tryAmount(min + fees.gasFee + knownAmount));
    service.amounts.length = 0;

    const target = { ...targetOn(on, least.receive + receive * finer), min };
    const found = builtBy(await findExactReceive(target, service.tryAmount, isKnown ? sampleOf(earlier) : null));
    expect(found.receive).toBe(target.receive);
    expect(service.amounts.length).toBeLessThanOrEqual(MAX_BUILDS);
  }

  it('delivers exactly the wanted amount, for all fees and decimals', async () => {
    const decimals = fc.integer({ min: 0, max: 24 });
    const inputs = fc.record({
      decimals: fc.tuple(decimals, decimals),
      receive: fc.bigInt({ min: 1n, max: 10n ** 26n }),
      fees: fc.record({
        gasFee: fc.bigInt({ min: 0n, max: 10n ** 24n }),
        bps: fc.bigInt({ min: 0n, max: 2_000n }),
        floor: fc.bigInt({ min: 0n, max: 10n ** 24n }),
      }),
      isKnown: fc.boolean(),
      knownAmount: fc.bigInt({ min: 1n, max: 10n ** 28n }),
    });
    await fc.assert(fc.asyncProperty(inputs, expectExact), { numRuns: 2_000 });
  });

  it('finds an amount that only the last allowed build finds', async () => {
    const fees = { gasFee: 18n, bps: 1_747n, floor: 8n };
    await expectExact({ decimals: [0, 0], receive: 25n, fees, isKnown: false, knownAmount: 1n });
  });

  it('follows a network fee that changes in between', async () => {
    const { amounts, tryAmount } = createService(route, (build) => ({
      ...open,
      gasFee: build === 0 ? 300_000n : 310_000n,
    }));
    const build = builtBy(await findExactReceive(targetOn(route, 250_000_000n), tryAmount, null));
    expect(build).toMatchObject({ receive: 250_000_000n, gasFee: 310_000n });
    expect(amounts.length).toBeLessThanOrEqual(4);
  });

  it('says that no quote is exact when the fees change with every build', async () => {
    const { amounts, tryAmount } = createService(route, (build) => ({
      ...open,
      gasFee: 300_000n + BigInt(build) * 7n,
    }));
    const found = await findExactReceive(targetOn(route, 250_000_000n), tryAmount, null);
    expect(found).toMatchObject({ kind: 'refused', reason: 'notExact' });
    expect(amounts).toHaveLength(MAX_BUILDS);
  });

  it.each([
    ['less than the smallest amount delivers', 100_000n],
    ['more than the largest amount delivers', 2_000_000_000n],
  ])('says that the amount is out of range: %s', async (_, receive) => {
    const { tryAmount } = createService(route, () => ({ ...open, max: 1_000_000_000n }));
    expect(await findExactReceive(targetOn(route, receive), tryAmount, null)).toMatchObject({
      ...{ kind: 'refused', reason: 'amountOutOfRange' },
      min: { amount: 1_300_000n, decimals: 6 },
      max: { amount: 1_000_300_000n },
    });
  });

  it('reaches what the smallest and the largest amount deliver', async () => {
    const { tryAmount } = createService(route, () => ({ ...open, max: 1_000_000_000n }));
    for (const [receive, send] of [
      [900_000n, 1_300_000n],
      [999_000_000n, 1_000_300_000n],
    ] as const) {
      expect(builtBy(await findExactReceive(targetOn(route, receive), tryAmount, null)).send).toBe(send);
    }
  });

  it('returns a wrong build or a refusal at once', async () => {
    const answers: Attempt[] = [
      { kind: 'mismatch', mismatches: [] },
      { kind: 'unreachable' },
      { kind: 'refused', reason: 'cannotBuild', cause: null, min: null, max: null, maxGasDrop: null, message: '' },
    ];
    for (const answer of answers) {
      let builds = 0;
      const tryAmount = async () => {
        builds += 1;
        return answer;
      };
      expect(await findExactReceive(targetOn(route, 1_000_000n), tryAmount, null)).toBe(answer);
      expect(builds).toBe(1);
    }
  });
});
