import { isIP } from 'node:net';
import * as v from 'valibot';
import type { Address } from 'viem';
import { parseAddress } from '#shared/address.ts';
import { BLOCK_TAGS } from '../chain/model/depth.ts';

// The types of values in installation.json. Each message completes a sentence that starts with the setting's path.

export const name = v.pipe(
  v.string(({ received }) => `must be text, not ${received}`),
  v.minLength(1, 'must not be empty'),
  v.maxLength(64, ({ received }) => `must have at most 64 characters, not ${received}`),
  v.notValue('note', 'must not be "note", which is reserved for comments'),
  v.check(
    (text) => !(text in {}),
    ({ received }) => `must not be ${received}, a property of every JavaScript object`,
  ),
);

export function integer(min: number, max: number) {
  return v.pipe(
    v.number(({ received }) => `must be a number, not ${received}`),
    v.check(
      (value) => Number.isSafeInteger(value) && value >= min && value <= max,
      ({ received }) => `must be a whole number from ${min} to ${max}, not ${received}`,
    ),
  );
}

// The example files have placeholders for the addresses that differ in each installation.
const PLACEHOLDER = /^<[^<>]{1,80}>$/;

export const address = v.pipe(
  v.string(({ received }) => `must be an account address, not ${received}`),
  v.rawTransform<string, Address>(({ dataset, addIssue, NEVER }) => {
    const parsed = parseAddress(dataset.value);
    if (parsed) return parsed;
    addIssue({
      message: PLACEHOLDER.test(dataset.value)
        ? `is the placeholder ${dataset.value}. Replace it with your address`
        : `must be an account address (0x and 40 hex digits with a valid checksum), not "${dataset.value}"`,
    });
    return NEVER;
  }),
);

export const decimalText = v.pipe(
  v.string(({ received }) => `must be a decimal in quotes, such as "0.5", not ${received}`),
  v.regex(/^\d+(?:\.\d+)?$/, ({ received }) => `must be a plain decimal, such as "0.5", not ${received}`),
);

export const date = v.pipe(
  v.string(({ received }) => `must be a date in quotes, such as "2026-11-22", not ${received}`),
  v.isoDate(({ received }) => `must be a date, such as "2026-11-22", not ${received}`),
);

const MAX_CONFIRMATIONS = 10_000;

/** A number of confirmations, or a block tag. */
export const depth = v.union(
  [integer(1, MAX_CONFIRMATIONS), v.picklist(BLOCK_TAGS)],
  ({ received }) => `must be a number, "safe" or "finalized", not ${received}`,
);

// A URL can contain a key, so no message quotes a URL. `{file:name}` stands for a secret, but the host must be readable:
// reviewers and the mainnet rules check it.
const hasVisibleHost = (url: string) => !/^\w+:\/\/[^/?#]*[{}]/.test(url);
const HIDDEN_HOST = 'must name its host. Put only the secret part into {file:name}, not the whole URL';

/** Stands for a secret inside a URL, so that the file can be stored, shared and reviewed. */
export const REFERENCE = /\{(file|env):([^{}]+)\}/g;
const hasOnlyReferences = (url: string) => !/[{}]/.test(url.replaceAll(REFERENCE, ''));
const WRONG_REFERENCE = 'may have braces only in {file:name} and {env:NAME}';

/** The name of the secret that holds the password of the signer's key files. */
export const KEYSTORE_PASSWORD = 'keystore-password';
// `causeway plan` runs as root and calls each endpoint before anyone confirms the plan. A URL sends its secrets to its
// host, so it may name endpoint secrets only, and no other file.
const namesOnlyEndpointSecrets = (url: string) =>
  [...url.matchAll(REFERENCE)].every(([, , name = '']) => name !== KEYSTORE_PASSWORD && !name.includes('/'));
const FOREIGN_SECRET = `must name a file in the secrets folder: no path, and not ${KEYSTORE_PASSWORD}`;

export const wsUrl = v.pipe(
  v.string(),
  v.check(hasVisibleHost, HIDDEN_HOST),
  v.url('must be a URL'),
  v.regex(/^wss?:/, 'must be a ws or wss URL'),
  // RFC 6455 forbids a fragment, and the WebSocket constructor throws on one.
  v.excludes('#', 'must not contain "#"'),
  v.check(hasOnlyReferences, WRONG_REFERENCE),
  v.check(namesOnlyEndpointSecrets, FOREIGN_SECRET),
);

export const rpcUrl = v.pipe(
  v.string(),
  v.check(hasVisibleHost, HIDDEN_HOST),
  v.url('must be a URL'),
  v.regex(/^https?:/, 'must be an http or https URL'),
  v.check(hasOnlyReferences, WRONG_REFERENCE),
  v.check(namesOnlyEndpointSecrets, FOREIGN_SECRET),
);

export const publicUrl = v.pipe(
  v.string(),
  v.url('must be a URL'),
  v.regex(/^https?:/, 'must be an http or https URL'),
  v.check((url) => !url.includes('{'), 'must not contain a secret: every visitor can read it'),
);

export const rpcUrls = v.pipe(v.array(rpcUrl), v.minLength(1, 'must not be empty'));

/** Accepts an IP address or a network such as "10.0.0.0/8". */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

// Only a trusted proxy may state a client's address: any other sender could invent addresses and escape the rate limit.
export const trustProxy = v.union(
  [
    v.literal(false),
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.check(
            isNetwork,
            ({ received }) => `must be an IP address or a network such as "10.0.0.0/8", not ${received}`,
          ),
        ),
      ),
      v.minLength(1, 'must not be empty'),
    ),
  ],
  ({ received }) => `must be false or a list of the trusted proxies' addresses and networks, not ${received}`,
);

/** Whether nobody on the network can read or change what is sent: the URL is HTTPS, or on this machine. */
export function isPrivateUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

/** fetch refuses a URL with credentials. */
export function lacksCredentials(url: string): boolean {
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

/** One value for all chains, or values by chain name. Chains without an entry have no value. */
export function byChain<Input extends string | number, Output extends Input>(value: v.GenericSchema<Input, Output>) {
  return v.union(
    [value, v.record(name, value)],
    ({ received }) => `must be one value, or an object with values by chain name, not ${received}`,
  );
}

/** Documents a setting. */
export function setting<const Schema extends v.GenericSchema>(schema: Schema, description: string) {
  return v.pipe(schema, v.description(description));
}

/** An object of settings. `note` explains the values to people, and is ignored. */
export function settings<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.strictObject({ ...entries, note: v.optional(v.string()) });
}

type ByChain<T> = T | Readonly<Record<string, T>> | undefined;

/** Picks one chain's value from a setting that can differ by chain. */
export function ofChain(value: ByChain<Address>, chainName: string): Address | undefined;
export function ofChain(value: ByChain<string>, chainName: string): string | undefined;
export function ofChain(value: ByChain<number>, chainName: string): number | undefined;
export function ofChain(value: ByChain<string | number>, chainName: string): string | number | undefined {
  return typeof value === 'object' ? value[chainName] : value;
}
