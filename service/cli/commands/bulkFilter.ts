import { parseAddress } from '#shared/address.ts';
import { REASON_CODES } from '#shared/wire/reasons.ts';
import type { Selection } from '../../db/readTransfers.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { TRANSFER_STATES } from '../../domain/transferState.ts';
import { UsageError } from '../command.ts';
import { requireChain } from '../findInCatalog.ts';
import { parseDuration } from '../parseArguments.ts';

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

/** Parses the conditions at once; the returned function looks their names up in the catalog. @throws UsageError */
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
