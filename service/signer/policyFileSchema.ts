import * as v from 'valibot';
import { CATEGORIES } from '#shared/wire/pairs.ts';
import { depth, family } from '../config/chainFields.ts';
import { address as accountAddress, decimalText, integer, name, rpcUrl } from '../config/schemaFields.ts';

const MAX_DECIMALS = 24;

const token = v.strictObject({
  name,
  address: accountAddress,
  decimals: integer(0, MAX_DECIMALS),
  maxPerPayment: decimalText,
});

const chain = v.strictObject({
  name,
  id: integer(1, Number.MAX_SAFE_INTEGER),
  // A forgotten category must not allow less.
  category: v.optional(
    v.picklist(CATEGORIES, ({ received }) => `must be "Mainnet" or "Testnet", not ${received}`),
    'Mainnet',
  ),
  rpcUrls: v.pipe(v.array(rpcUrl), v.minLength(1, 'must not be empty')),
  quorum: v.optional(integer(1, 100)),
  family,
  confirmations: v.optional(depth),
  payoutConfirmations: v.optional(depth),
  depositContract: accountAddress,
  vault: accountAddress,
  retiredVaults: v.optional(v.array(accountAddress), []),
  maxGasLimit: integer(21_000, 100_000_000),
  maxGasPriceGwei: decimalText,
  tokens: v.array(token),
});

const route = v.strictObject({ token: name, from: name, to: name, minFee: v.optional(decimalText, '0') });

/** The shape of a policy file. */
export const policyFileSchema = v.strictObject({
  // For editors only.
  $schema: v.optional(v.string()),
  hotWallet: accountAddress,
  formerHotWallets: v.optional(v.array(accountAddress), []),
  chains: v.array(chain),
  routes: v.array(route),
});

export type PolicyFile = v.InferOutput<typeof policyFileSchema>;
