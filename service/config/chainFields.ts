import * as v from 'valibot';
import { CHAIN_FAMILIES } from '../domain/chainFamily.ts';
import { BLOCK_TAGS } from '../domain/depth.ts';
import { integer } from './schemaFields.ts';

const MAX_CONFIRMATIONS = 10_000;

/** A number of confirmations, or a tag of the chain. */
export const depth = v.union(
  [integer(1, MAX_CONFIRMATIONS), v.picklist(BLOCK_TAGS)],
  ({ received }) => `must be a number, "safe" or "finalized", not ${received}`,
);

/** The kind of a chain, which gives its depths a default. */
export const family = v.optional(
  v.picklist(CHAIN_FAMILIES, ({ received }) => `must be one of ${CHAIN_FAMILIES.join(', ')}, not ${received}`),
);
