import * as v from 'valibot';
import type { Address } from 'viem';
import { addressWire } from '#shared/wire/primitives.ts';
import type { StorageArea, Stored } from '../lib/createStored.ts';
import { createStored } from '../lib/createStored.ts';

/** An account that a person looks at without its wallet. It can sign nothing. */
export type ViewedAccount = Stored<Address | null>;

/** Keeps the account until the tab closes, given the storage of the tab. */
export function createViewedAccount(area: () => StorageArea, installation: string): ViewedAccount {
  return createStored(area, {
    key: `causeway.viewed.${installation}`,
    schema: v.nullable(addressWire),
    empty: null,
  });
}
