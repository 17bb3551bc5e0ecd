import type { AccountComparison, AccountKey } from '../../chain/books/compareBooks.ts';
import type { Mismatch } from '../../domain/books/compareVault.ts';
import { isEqual } from '../../domain/books/compareVault.ts';
import type { Catalog, Chain } from '../../domain/catalog.ts';
import { describeAccountToken } from '../findInCatalog.ts';
import { formatTokenAmount } from '../format.ts';

/** The comparison of a chain, or why it could not be done. */
export type ChainBooks = { readonly chain: Chain } & (
  | {
      readonly kind: 'compared';
      readonly from: bigint;
      readonly to: bigint;
      readonly accounts: readonly AccountComparison[];
      /** The accounts that are new since the last reading, and whose balance then is not known. */
      readonly unopened: readonly AccountKey[];
    }
  | { readonly kind: 'failed'; readonly problem: string }
);

type TokenName = { readonly name: string; readonly decimals: number | null };

function describeMismatch({ hash, amount, what }: Mismatch, token: TokenName): string {
  return `    ${formatTokenAmount(amount, token)}: ${what}, ${hash ?? 'in an unknown transaction'}`;
}

function describeParts({ account, comparison }: AccountComparison): readonly (readonly [string, bigint])[] {
  if (account === 'hotWallet') {
    const { opening, received, burnt, closing } = comparison;
    return [
      ['opening', opening],
      ['received', received],
      ['burnt', -burnt],
      ['closing', closing],
    ];
  }
  const { opening, deposits, dust, payouts, refunds, swept, withdrawn, received, closing } = comparison;
  return [
    ...([
      ['opening', opening],
      ['deposits', deposits],
      ['dust', dust],
      ['payouts', -payouts],
      ['refunds', -refunds],
    ] as const),
    ...([
      ['swept', -swept],
      ['withdrawn', -withdrawn],
      ['received', received],
      ['closing', closing],
    ] as const),
  ];
}

function describeVerdict(one: AccountComparison, token: TokenName): string {
  const { difference } = one.comparison;
  if (isEqual(one.comparison)) return 'equal';
  if (one.account === 'vault') {
    return `differs by ${formatTokenAmount(difference, token)}, unexplained ${formatTokenAmount(one.comparison.unexplained, token)}`;
  }
  const { unknown } = one.comparison;
  const costs = unknown === 0 ? '' : `, and the cost of ${unknown} transactions is unknown`;
  return `differs by ${formatTokenAmount(difference, token)}${costs}`;
}

function describeAccount(catalog: Catalog, chain: Chain, one: AccountComparison): readonly string[] {
  const isVault = one.account === 'vault';
  const { token, head: named } = nameAccount(catalog, chain, one);
  const parts = describeParts(one).filter(
    ([name, amount]) => amount !== 0n || name === 'opening' || name === 'closing',
  );
  const sums = parts.map(([name, amount]) => `${name} ${formatTokenAmount(amount, { ...token, name: '' }).trim()}`);
  const head = `${named}: ${describeVerdict(one, token)} (${sums.join(', ')})`;
  return [head, ...(isVault ? one.comparison.mismatches.map((mismatch) => describeMismatch(mismatch, token)) : [])];
}

function nameAccount(catalog: Catalog, chain: Chain, { account, token }: Pick<AccountKey, 'account' | 'token'>) {
  const named = describeAccountToken(catalog, { account, chainId: chain.id, token });
  return { token: named, head: `${chain.name}  ${named.name}  ${account === 'vault' ? 'vault' : 'hot wallet'}` };
}

function describeUnopened(catalog: Catalog, { chain, from }: ChainBooks & { readonly from: bigint }, key: AccountKey) {
  const what = key.account === 'vault' ? 'the token or a vault is new' : 'the hot wallet is new';
  const { head } = nameAccount(catalog, chain, key);
  return `${head}: not compared yet: ${what} since block ${from}, and the endpoints gave no balance there. The worker compares it from its next reading on`;
}

/** One line for each account of each chain, and one for each transaction in which the books and the chain differ. */
export function describeBooks(catalog: Catalog, books: readonly ChainBooks[]): readonly string[] {
  return books.flatMap((one) =>
    one.kind === 'failed'
      ? [`${one.chain.name}  could not be compared: ${one.problem}`]
      : [
          ...one.accounts.flatMap((account) => describeAccount(catalog, one.chain, account)),
          ...one.unopened.map((key) => describeUnopened(catalog, one, key)),
          `${one.chain.name}  compared after block ${one.from}, up to block ${one.to}`,
        ],
  );
}

/** Whether every account of every chain was compared and is equal. */
export function areEqual(books: readonly ChainBooks[]): boolean {
  return books.every(
    (one) =>
      one.kind === 'compared' &&
      one.unopened.length === 0 &&
      one.accounts.every(({ comparison }) => isEqual(comparison)),
  );
}
