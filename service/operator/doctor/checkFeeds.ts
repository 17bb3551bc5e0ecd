import { parseAbi } from 'viem';
import type { Catalog, Token } from '../../boot/model/catalog.ts';
import type { FeedReading, FeedSource, PriceFeed } from '../../quotes/model/priceFeed.ts';
import { findFeedProblem } from '../../quotes/model/priceFeed.ts';
import { readPriceFeed } from '../../quotes/priceFeeds.ts';
import type { Check, Finding } from './finding.ts';
import { failed, passed } from './finding.ts';
import type { ChainEndpoint } from './readInstallation.ts';
import { connectEndpointsOf } from './readInstallation.ts';

// https://docs.chain.link/data-feeds/api-reference
const describedFeed = parseAbi(['function description() view returns (string)']);

/** The price feed checks, at every endpoint of the chains that have them. */
export function feedChecks(catalog: Catalog, now: Date): readonly Check[] {
  return catalog.tokens.flatMap((token) => {
    const { feed } = token;
    if (feed === null) return [];
    const name = `${feed.chain}: price feed of ${token.name}`;
    const fix = `Correct feeds of ${token.name}: docs/runbook.md#causewaypriceunknown`;
    const run = async () => [await checkFeed(catalog, { token, feed, now, name, fix })];
    return [{ name, fix, run }];
  });
}

type FeedCheck = {
  readonly token: Token;
  readonly feed: PriceFeed;
  readonly now: Date;
  readonly name: string;
  readonly fix: string;
};

async function checkFeed(catalog: Catalog, { token, feed, now, name, fix }: FeedCheck): Promise<Finding> {
  const [first, second] = await Promise.all([
    readSource(catalog, token, feed),
    feed.second ? readSource(catalog, token, feed.second) : null,
  ]);
  const problems = [...first.problems, ...(second?.problems ?? [])];
  // A reading from each endpoint with each reading of the other feed: any of them can be the one that counts.
  for (const one of first.readings) {
    for (const other of second?.readings ?? [null]) {
      const view = { feed, first: one, second: other, configuredPrice: token.price };
      const problem = findFeedProblem(view, now);
      if (problem !== null && !problems.includes(problem)) problems.push(problem);
    }
  }
  if (problems.length > 0) return failed(name, problems.join(', '), fix);
  const of = second ? 'agrees with the second feed' : 'agrees with the configured price';
  return passed(name, `${first.description}, fresh, ${of}`);
}

type SourceReadings = {
  readonly description: string;
  readonly readings: readonly FeedReading[];
  readonly problems: readonly string[];
};

async function readSource(catalog: Catalog, token: Token, source: FeedSource): Promise<SourceReadings> {
  const chain = catalog.chains.find(({ name }) => name === source.chain);
  if (!chain) throw new Error(`the chain ${source.chain} is missing`);
  const currency = catalog.priceLabel?.currency ?? null;
  const found = await Promise.all(connectEndpointsOf(chain).map((endpoint) => readAt(endpoint, source)));
  const problems = found.flatMap(({ label, ...one }) => {
    if ('problem' in one) return [`${label} has ${one.problem} at ${source.address}`];
    return isOf(one.description, token, currency)
      ? []
      : [
          `${label} says that ${source.address} is "${one.description}", not ${token.name} / ${currency ?? 'the currency'}`,
        ];
  });
  const good = found.flatMap((one) => ('problem' in one ? [] : [one]));
  return { description: good[0]?.description ?? '', readings: good.map(({ reading }) => reading), problems };
}

type Answer = { readonly label: string } & (
  | { readonly problem: string }
  | { readonly description: string; readonly reading: FeedReading }
);

async function readAt({ label, client }: ChainEndpoint, { address }: FeedSource): Promise<Answer> {
  if ((await client.getCode({ address })) === undefined) return { label, problem: 'no code' };
  const [description, reading] = await Promise.all([
    client.readContract({ address, abi: describedFeed, functionName: 'description' }),
    readPriceFeed(client, address),
  ]);
  return { label, description, reading };
}

/** A feed is for a pair, such as "ETH / USD". A wrapped token's name contains it: WBTC follows "BTC / USD". */
function isOf(description: string, { name }: Token, currency: string | null): boolean {
  const [base = '', quote = ''] = description
    .toUpperCase()
    .split('/')
    .map((part) => part.trim());
  const token = name.toUpperCase();
  const isBase = base !== '' && (token.includes(base) || base.includes(token));
  return isBase && (currency === null || quote === currency);
}
