import { readFile } from 'node:fs/promises';
import type { Hash } from 'viem';
import { parseAddress } from '#shared/address.ts';
import { parseHash } from '#shared/hash.ts';
import { REASON_CODES } from '#shared/wire/reasons.ts';
import type { Catalog } from '../../boot/model/catalog.ts';
import { findChainById, findPinnedToken } from '../../boot/model/catalog.ts';
import type { Queryable } from '../../db/database.ts';
import { TRANSFER_STATES } from '../../deposits/model/transfer.ts';
import type { Selection } from '../../deposits/readTransfers.ts';
import { readTransfers } from '../../deposits/readTransfers.ts';
import type { Transfer } from '../../deposits/transfers.ts';
import { PRICE_DECIMALS, tokenValue } from '../../quotes/model/price.ts';
import { CommandRefused, formatTokenAmount, parseDuration, UsageError } from './command.ts';
import { describeToken, requireChain } from './findInCatalog.ts';

export const FILTER_KEYS = ['state', 'reason', 'chain', 'token', 'older-than'] as const;
type FilterKey = (typeof FILTER_KEYS)[number];

function parsePairs(text: string): ReadonlyMap<FilterKey, string> {
  const pairs = new Map<FilterKey, string>();
  for (const part of text.split(',')) {
    const [name = '', ...rest] = part.split('=');
    const key = FILTER_KEYS.find((candidate) => candidate === name.trim());
    const value = rest.join('=').trim();
    if (!key || value === '') {
      throw new UsageError(
        `--where must be conditions such as state=held,reason=token_not_supported; got "${part}". The conditions are ${FILTER_KEYS.join(', ')}.`,
      );
    }
    if (pairs.has(key)) throw new UsageError(`--where has two conditions for ${key}.`);
    pairs.set(key, value);
  }
  return pairs;
}

function requireTokens(catalog: Catalog, text: string): NonNullable<Selection['tokens']> {
  const address = parseAddress(text);
  if (address) return catalog.chains.map(({ id: chainId }) => ({ chainId, address }));
  const token = catalog.tokens.find(({ name }) => name === text);
  if (!token) {
    const known = catalog.tokens.map(({ name }) => name).join(', ');
    throw new UsageError(`Unknown token "${text}". Give an address, or one of ${known}.`);
  }
  return catalog.chains.flatMap(({ id: chainId, name }) => {
    const deployment = token.deployments.get(name);
    return deployment ? [{ chainId, address: deployment.address }] : [];
  });
}

export type CreateSelection = (catalog: Catalog, limit: number) => Selection;

/**
 * Parses the conditions at once; the returned function looks up their names in the catalog.
 * @throws UsageError
 */
export function parseFilter(text: string): CreateSelection {
  const pairs = parsePairs(text);
  const [stateText, reason = null] = [pairs.get('state'), pairs.get('reason')];
  const state = TRANSFER_STATES.find((candidate) => candidate === stateText);
  if (!state) throw new UsageError(`--where needs state=, one of ${TRANSFER_STATES.join(', ')}.`);
  if (reason !== null && !REASON_CODES.some((code) => code === reason)) {
    throw new UsageError(`Unknown reason "${reason}". docs/interface.md lists the reasons.`);
  }
  const [chain, token, olderThan] = [pairs.get('chain'), pairs.get('token'), pairs.get('older-than')];
  const olderThanMs = olderThan === undefined ? 0 : parseDuration('where older-than', olderThan);
  return (catalog, limit) => ({
    ...{ state, reason, olderThanMs, limit },
    chainId: chain === undefined ? null : requireChain(catalog, chain).id,
    tokens: token === undefined ? null : requireTokens(catalog, token),
  });
}

export const MAX_TRANSFERS = 10_000;

/**
 * Reads the ids and hashes in a file, without repetitions.
 * @throws CommandRefused
 */
export async function readIdFile(path: string): Promise<readonly Hash[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CommandRefused(`${path} cannot be read.`, { cause });
  });
  return text.split('\n').flatMap((line, index): readonly Hash[] => {
    const entry = (line.split('#')[0] ?? '').trim();
    if (entry === '') return [];
    const id = parseHash(entry);
    if (!id) throw new CommandRefused(`Line ${index + 1} of ${path} is not 0x and 64 hex digits: "${entry}".`);
    return [id];
  });
}

/** The transfer with an id, or a hash that belongs to only one. */
async function findByHash(database: Queryable, hash: Hash): Promise<Transfer> {
  const found = await readTransfers(database, { hash });
  const transfer = found.find(({ id }) => id === hash) ?? found[0];
  if (!transfer) throw new CommandRefused(`The database has no transfer with the id or hash ${hash}.`);
  if (transfer.id === hash || found.length === 1) return transfer;
  throw new CommandRefused(
    `The transaction ${hash} has ${found.length} transfers. Give the id of the one you mean: ${found.map(({ id }) => id).join(', ')}.`,
  );
}

/**
 * The transfers with these ids, or hashes that belong to only one each. The oldest come first.
 * @throws CommandRefused
 */
export async function findTransfers(database: Queryable, hashes: readonly Hash[]): Promise<readonly Transfer[]> {
  const unique = [...new Set(hashes)];
  if (unique.length > MAX_TRANSFERS) {
    throw new CommandRefused(`These are ${unique.length} transfers. One command takes at most ${MAX_TRANSFERS}.`);
  }
  const byId = await readTransfers(database, { ids: unique });
  const others = unique.filter((hash) => !byId.some(({ id }) => id === hash));
  const found = [...byId];
  for (const hash of others) {
    const transfer = await findByHash(database, hash);
    if (!found.some(({ id }) => id === transfer.id)) found.push(transfer);
  }
  return found;
}

type TokenSum = Pick<Transfer['deposit'], 'chainId' | 'token' | 'amount'>;

function sumByToken(transfers: readonly Transfer[]): readonly TokenSum[] {
  const sums = new Map<string, TokenSum>();
  for (const { deposit } of transfers) {
    const { chainId, token, amount } = deposit;
    const key = `${chainId} ${token}`;
    sums.set(key, { chainId, token, amount: (sums.get(key)?.amount ?? 0n) + amount });
  }
  return [...sums.values()];
}

/** The value at the configured prices; null if a token has none. */
function sumValue(catalog: Catalog, sums: readonly TokenSum[]): bigint | null {
  let total = 0n;
  for (const { chainId, token, amount } of sums) {
    const chain = findChainById(catalog, BigInt(chainId));
    const pinned = chain && findPinnedToken(catalog, chain, token);
    if (!pinned) return null;
    total += tokenValue(amount, { decimals: pinned.deployment.decimals, price: pinned.token.price });
  }
  return total;
}

/** How many transfers, in which states, and what they are worth. */
export function summarise(catalog: Catalog, transfers: readonly Transfer[]) {
  const sums = sumByToken(transfers);
  const value = sumValue(catalog, sums);
  const amounts = sums.map((sum) => {
    const chainName = findChainById(catalog, BigInt(sum.chainId))?.name ?? `chain ${sum.chainId}`;
    return `${formatTokenAmount(sum.amount, describeToken(catalog, sum))} on ${chainName}`;
  });
  const worth =
    value === null
      ? 'of unknown value'
      : `worth ${formatTokenAmount(value, { decimals: PRICE_DECIMALS, name: catalog.priceLabel?.currency ?? 'in the currency of the prices' })}`;
  const counts = new Map<string, number>();
  for (const { state } of transfers) counts.set(state, (counts.get(state) ?? 0) + 1);
  const states = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([state, count]) => `${count} ${count === 1 ? 'is' : 'are'} ${state}`);
  return { count: transfers.length, amounts, value, worth, states };
}
