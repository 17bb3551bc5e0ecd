import { describe, expect, test } from 'vitest';
import { createSampleCatalog, pickRoute } from '../../../tools/lab/service/sampleCatalog.ts';
import { createLivePrices, findRoutePriceProblem, parsePrice } from './price.ts';
import type { FeedReading, PriceFeed } from './priceFeed.ts';
import { findFeedProblem } from './priceFeed.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const ADDRESS = `0x${'5'.repeat(40)}` as const;
const source = { chain: 'Northshore', address: ADDRESS, maxAgeSeconds: 3600 };
const BOUND = { maxDeviationPercent: 10 };
const feed: PriceFeed = { ...source, ...BOUND, second: null };
const price = (text: string) => parsePrice(text) ?? 0n;
const round = (text: string, ageSeconds = 60): FeedReading => ({
  price: price(text),
  updatedAt: new Date(NOW.getTime() - ageSeconds * 1000),
});

describe('a price feed', () => {
  const problemOf = (first: FeedReading, second: FeedReading | null = null, of: PriceFeed = feed) =>
    findFeedProblem({ feed: of, first, second, configuredPrice: price('3000') }, NOW);

  test.each([
    ['a fresh round near the configured price', round('3300'), null],
    ['the oldest round', round('3000', 3600), null],
    ['a round that is too old', round('3000', 3601), 'the price feed is stale: its last round is 3601 s old'],
    ['a round from the future', round('3000', -61), 'the price feed has a round from the future'],
    ['a price of 0', { ...round('3000'), price: 0n }, 'the price feed says that the price is not above 0'],
    ['a price above the bound', round('3300.1'), 'the price feed and the configured price differ by more than 10 %'],
    ['a price below the bound', round('2699.9'), 'the price feed and the configured price differ by more than 10 %'],
    ['no answer', { problem: 'does not answer' }, 'the price feed does not answer'],
  ])('with %s is judged', (_what, first, problem) => {
    expect(problemOf(first)).toBe(problem);
  });

  test('is compared with a second feed where there is one, which must be fresh too', () => {
    const both: PriceFeed = { ...feed, second: source };
    expect(problemOf(round('9000'), round('9100'), both)).toBeNull();
    expect(problemOf(round('9000'), round('3000'), both)).toContain('the second price feed differ by more than 10 %');
    expect(problemOf(round('9000'), round('9000', 4000), both)).toContain('the second price feed is stale');
    expect(problemOf(round('9000'), null, both)).toBe('the second price feed has not been read yet');
  });
});

describe('the live prices of a catalog', () => {
  const live = createLivePrices(
    createSampleCatalog((file) => {
      for (const token of file.tokens) if (token.name === 'ETH') Object.assign(token, { ...BOUND, feeds: [source] });
    }),
  );
  const route = pickRoute(live.catalog, 'USDC');
  const note = (first: FeedReading) => live.note('ETH', { first, second: null }, NOW);
  const tokenPrice = () => live.catalog.tokens.find(({ name }) => name === 'ETH')?.price;

  test('start with the configured price, which is not quoted, and follow the feed', () => {
    expect(findRoutePriceProblem(live.catalog, route, NOW)).toContain('the price of ETH at the moment');
    expect(route.destination.nativePrice).toBe(price('3000'));
    note(round('3200'));
    expect(findRoutePriceProblem(live.catalog, route, NOW)).toBeNull();
    expect([tokenPrice(), route.destination.nativePrice]).toEqual([price('3200'), price('3200')]);
  });

  test('keep the last good price while the feed is wild or stale, and quote nothing', () => {
    note(round('3200'));
    for (const bad of [round('9000'), round('3100', 4000)]) {
      note(bad);
      expect(findRoutePriceProblem(live.catalog, route, NOW)).not.toBeNull();
      expect([tokenPrice(), route.destination.nativePrice]).toEqual([price('3200'), price('3200')]);
    }
    note(round('3100'));
    expect(tokenPrice()).toBe(price('3100'));
    expect(findRoutePriceProblem(live.catalog, route, new Date(NOW.getTime() + 3_600_000))).toContain('is stale');
  });

  test('quote with the last round while the feed does not answer, until that round is too old', () => {
    const silent = { problem: 'does not answer' };
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
    note(round('3200', 0));
    for (const seconds of [1, 600, 3600]) {
      live.note('ETH', { first: silent, second: null }, at(seconds));
      expect(findRoutePriceProblem(live.catalog, route, at(seconds))).toBeNull();
    }
    expect(findRoutePriceProblem(live.catalog, route, at(3601))).toContain('is stale: its last round is 3601 s old');
    // A failed read doesn't hide a round that must not be used for quotes.
    note(round('9000'));
    note(silent);
    expect(findRoutePriceProblem(live.catalog, route, NOW)).toContain('differ by more than 10 %');
  });

  test('compare with the last round of the second feed while it does not answer', () => {
    const second = createLivePrices(
      createSampleCatalog((file) => {
        const other = { ...source, address: `0x${'6'.repeat(40)}` };
        for (const token of file.tokens) {
          if (token.name === 'ETH') Object.assign(token, { ...BOUND, feeds: [source, other] });
        }
      }),
    );
    const silent = { problem: 'does not answer' };
    const problem = () => findRoutePriceProblem(second.catalog, pickRoute(second.catalog, 'USDC'), NOW);
    second.note('ETH', { first: round('3200'), second: silent }, NOW);
    expect(problem()).toContain('the second price feed does not answer');
    second.note('ETH', { first: silent, second: round('3300') }, NOW);
    expect(problem()).toBeNull();
    second.note('ETH', { first: round('5000'), second: silent }, NOW);
    expect(problem()).toContain('the second price feed differ by more than 10 %');
  });

  test('leave a catalog without feeds as it is', () => {
    const catalog = createSampleCatalog();
    expect(createLivePrices(catalog).catalog).toBe(catalog);
  });
});
