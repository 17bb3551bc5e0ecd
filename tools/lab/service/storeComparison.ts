import { listAccounts } from '../../../service/books/compareBooks.ts';
import type { Catalog } from '../../../service/boot/model/catalog.ts';
import { findPinnedToken } from '../../../service/boot/model/catalog.ts';
import type { TestInstallation } from '../installation/testInstallation.ts';

export type ComparisonOptions = {
  readonly token: string;
  /** Null for the first reading, which has nothing to compare with. */
  readonly difference?: bigint | null;
  readonly report?: string;
  readonly age?: string;
};

/** Stores a comparison of a token's books with each chain's vaults, as the worker does once a day. */
export async function storeComparison(
  { database }: Pick<TestInstallation, 'database'>,
  catalog: Catalog,
  { token, difference = 0n, report = '{}', age = '0 hours' }: ComparisonOptions,
): Promise<void> {
  for (const chain of catalog.chains) {
    const key = listAccounts(catalog, chain).find(
      (one) => one.account === 'vault' && findPinnedToken(catalog, chain, one.token)?.token.name === token,
    );
    if (!key) throw new Error(`${chain.name} has no ${token}`);
    const isFirst = difference === null;
    await database().query(
      `insert into book_readings (at, chain_id, account, token, addresses, from_block, to_block, closing, difference, report)
       select now() - $1::interval, chain_id, 'vault', $3, $4, $5, 2, 0, $6, $7 from chains where chain_id = $2`,
      [age, chain.id, key.token, key.addresses, isFirst ? null : 1, difference, isFirst ? null : report],
    );
  }
}
