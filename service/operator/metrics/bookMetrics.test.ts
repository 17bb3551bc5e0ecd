import { zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { EMPTY_FIGURES } from '../../../lab/service/emptyFigures.ts';
import { createSampleCatalog, pickChain } from '../../../lab/service/sampleCatalog.ts';
import type { StoredReading } from '../../db/books.ts';
import { createBookMetrics } from './bookMetrics.ts';

const catalog = createSampleCatalog();
const chain = pickChain(catalog, 'Northshore');

function read(metric: string, books: readonly StoredReading[]) {
  const found = createBookMetrics(catalog).find(({ name }) => name === metric);
  return found?.read({ ...EMPTY_FIGURES, books }).filter(({ labels }) => labels.chain === chain.name);
}

const READING: StoredReading = {
  ...{ id: 1n, chainId: chain.id, account: 'hotWallet', token: zeroAddress, addresses: chain.hotWallet, fromBlock: 1n },
  ...{ toBlock: 2n, closing: 5n, difference: -5n * 10n ** 17n, ageSeconds: 60 },
};

test('exports a difference in whole tokens, and none for the first reading', () => {
  const labels = { chain: chain.name, token: chain.nativeToken, account: 'hotWallet' };
  expect(read('causeway_books_difference_tokens', [READING])).toEqual([{ labels, value: -0.5 }]);
  expect(read('causeway_books_difference_tokens', [{ ...READING, difference: -1n }])).toEqual([
    { labels, value: -1e-18 },
  ]);
  expect(read('causeway_books_difference_tokens', [{ ...READING, fromBlock: null, difference: null }])).toEqual([]);
});

test('a chain that was never compared is infinitely old', () => {
  expect(read('causeway_books_age_seconds', [])).toMatchObject([{ value: Number.POSITIVE_INFINITY }]);
  expect(read('causeway_books_age_seconds', [READING])).toMatchObject([{ value: 60 }]);
});
