import * as v from 'valibot';
import type { Address } from 'viem';
import { addressWire } from '#shared/wire/primitives.ts';

const addressList = v.array(addressWire);

/**
 * Reads the installation's file of blocked addresses: a JSON list on the app's own origin.
 * @throws if the file is missing or holds anything else, because a partial list must not pass for the whole list
 */
export async function loadBlockedAddresses(path: string, fetchFn: typeof fetch): Promise<ReadonlySet<Address>> {
  const response = await fetchFn(path, { cache: 'no-cache', credentials: 'omit', redirect: 'error' });
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  return new Set(v.parse(addressList, await response.json()));
}
