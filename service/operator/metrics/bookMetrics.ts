import type { StoredReading } from '../../db/books.ts';
import type { Figures } from '../../db/figures.ts';
import type { Catalog, Chain } from '../../domain/catalog.ts';
import { findPinnedToken } from '../../domain/catalog.ts';
import { NATIVE_DECIMALS } from '../../domain/nativeDecimals.ts';
import type { DatabaseMetric, Sample } from './databaseMetric.ts';
import { perChain } from './databaseMetric.ts';
import { toDisplayNumber } from './tokenSamples.ts';

function toSample(catalog: Catalog, chain: Chain, { account, token, difference }: StoredReading): readonly Sample[] {
  const pinned = findPinnedToken(catalog, chain, token);
  const isHotWallet = account === 'hotWallet';
  if (difference === null || (!pinned && !isHotWallet)) return [];
  const labels = { chain: chain.name, token: pinned?.token.name ?? chain.nativeToken, account };
  const decimals = isHotWallet ? NATIVE_DECIMALS : (pinned?.deployment.decimals ?? NATIVE_DECIMALS);
  return [{ labels, value: toDisplayNumber(difference, decimals) }];
}

function readDifferences({ books }: Figures, catalog: Catalog): readonly Sample[] {
  return catalog.chains.flatMap((chain) =>
    books.filter(({ chainId }) => chainId === chain.id).flatMap((reading) => toSample(catalog, chain, reading)),
  );
}

/** A chain that was never read is infinitely old: an absent series would raise no alert. */
function readAges({ books }: Figures, catalog: Catalog): readonly Sample[] {
  return perChain(catalog, ({ id }) =>
    books
      .filter(({ chainId }) => chainId === id)
      .reduce((least, { ageSeconds }) => Math.min(least, ageSeconds), Number.POSITIVE_INFINITY),
  );
}

/** Metrics of the daily comparison of the books with the chains. */
export function createBookMetrics(catalog: Catalog): readonly DatabaseMetric[] {
  return [
    {
      name: 'causeway_books_difference_tokens',
      help: 'Balance minus what the books lead to, in whole tokens, at the last comparison; account is vault or hotWallet',
      labelNames: ['chain', 'token', 'account'],
      read: (figures) => readDifferences(figures, catalog),
    },
    {
      name: 'causeway_books_age_seconds',
      help: 'Time since the books of the chain were last compared with its balances',
      labelNames: ['chain'],
      read: (figures) => readAges(figures, catalog),
    },
  ];
}
