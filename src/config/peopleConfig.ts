import * as v from 'valibot';
import { addressWire, nameWire } from '#shared/wire/primitives.ts';
import { ownPath } from './values.ts';

const CONTRACT_PROBLEM = 'must be { "name": "…", "address": "0x…" }.';
const BLOCKED_PROBLEM =
  'must be a list of account addresses, or the path of a JSON file on this site, such as "/blocked.json".';

/** Contracts of a chain, beside the tokens and the bridge, that lose what they receive. The app refuses them as recipients. */
export const knownContracts = v.array(
  v.strictObject({ name: nameWire, address: addressWire }, CONTRACT_PROBLEM),
  `must be a list. Each entry ${CONTRACT_PROBLEM}`,
);

/** Addresses that this installation refuses as sender and as recipient: a list, or a file with one, on the app's own origin. */
export const blockedAddresses = v.union([v.array(addressWire), ownPath], BLOCKED_PROBLEM);
