import * as v from 'valibot';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';

type Chain = {
  readonly name: string;
  readonly id: number;
  readonly depositContract: string;
  readonly vault: string;
  readonly retiredVaults: readonly string[];
  readonly nativeCurrency: { readonly decimals: number };
  readonly tokens: readonly { readonly name: string; readonly address: string; readonly decimals: number }[];
  readonly nameResolver?: string | undefined;
};

type Entry = { readonly path: string; readonly value: string | number };

/** Each entry whose value an earlier entry has. */
function repeated(entries: readonly Entry[], advice: string): readonly string[] {
  const firsts = new Map<string | number, Entry>();
  return entries.flatMap((entry) => {
    const { path, value } = entry;
    const first = firsts.get(value);
    if (!first) firsts.set(value, entry);
    return first ? [`${path}: ${value} is given twice, first in ${first.path}. ${advice}`] : [];
  });
}

function findAddressProblems(chain: Chain, path: string): readonly string[] {
  const addresses = [
    { path: `${path}.depositContract`, value: chain.depositContract },
    { path: `${path}.vault`, value: chain.vault },
    ...chain.retiredVaults.map((value, index) => ({ path: `${path}.retiredVaults.${index}`, value })),
  ];
  const twice = repeated(addresses, 'Each contract has its own address.');
  const wrong = addresses.flatMap((entry) => {
    if (entry.value === NATIVE_TOKEN_ADDRESS)
      return [`${entry.path}: must not be the zero address. Enter the address from the deployment on ${chain.name}.`];
    const token = chain.tokens.find(({ address }) => address === entry.value);
    return token
      ? [
          `${entry.path}: ${entry.value} is the token ${token.name}. Enter the address from the deployment on ${chain.name}.`,
        ]
      : [];
  });
  return [...twice, ...wrong];
}

function findTokenProblems({ tokens, nativeCurrency }: Chain, path: string): readonly string[] {
  const advice = 'Remove one of the two entries, or correct it.';
  const entries = (key: 'name' | 'address') =>
    tokens.map((token, index) => ({ path: `${path}.tokens.${index}.${key}`, value: token[key] }));
  const native = tokens.flatMap(({ address, decimals }, index) =>
    address === NATIVE_TOKEN_ADDRESS && decimals !== nativeCurrency.decimals
      ? [
          `${path}.tokens.${index}.decimals: ${decimals} differs from ${path}.nativeCurrency.decimals, ${nativeCurrency.decimals}. Enter the chain’s decimals in both.`,
        ]
      : [],
  );
  return [...repeated(entries('name'), advice), ...repeated(entries('address'), advice), ...native];
}

/** Two name services could give one name two addresses. */
function findNameProblems(chains: readonly Chain[]): readonly string[] {
  const [first, ...others] = chains.flatMap(({ nameResolver }, index) =>
    nameResolver === undefined ? [] : [`chains.${index}.nameResolver`],
  );
  return others.map((path) => `${path}: ${first} resolves the names already. Remove one of the two.`);
}

/** Finds chains that are valid alone and contradict each other. Without this, the form would offer no routes. */
export function findChainListProblems(chains: readonly Chain[]): readonly string[] {
  const entries = (key: 'id' | 'name') =>
    chains.map((chain, index) => ({ path: `chains.${index}.${key}`, value: chain[key] }));
  return [
    ...repeated(entries('id'), 'Enter the chain id of each chain once.'),
    ...repeated(entries('name'), 'Give each chain a different name.'),
    ...findNameProblems(chains),
  ];
}

/** Finds addresses and tokens of a chain that are valid alone and contradict each other. */
export function findChainProblems(chain: Chain, path: string): readonly string[] {
  return [...findAddressProblems(chain, path), ...findTokenProblems(chain, path)];
}

/** A misspelt key would be a setting that silently has no effect, such as a list of blocked addresses. */
export function findUnknownKeys(value: unknown, known: readonly string[]): readonly string[] {
  return Object.keys(Object(value))
    .filter((key) => !known.includes(key))
    .map((key) => `${key}: is not a setting of config.json. Correct its spelling, or remove it.`);
}

/** Describes a value that the schema refuses. The schema's own messages start in lower case. */
function describeIssue(issue: v.BaseIssue<unknown>, parent: string | null): string {
  const own = v.getDotPath(issue);
  const path = [parent, own].filter((part) => part !== null).join('.') || 'config.json';
  const { message, expected, received } = issue;
  if (received === 'undefined') return `${path}: is missing. Add it to config.json.`;
  const isDefaultMessage = message.startsWith('Invalid ');
  return isDefaultMessage && expected !== null
    ? `${path}: must be ${expected}, but is ${received}.`
    : `${path}: ${message}`;
}

/** Describes what the schema refuses of all settings, or of the value at `parent`. */
export function describeIssues(issues: readonly v.BaseIssue<unknown>[], parent: string | null = null) {
  return issues.map((issue) => describeIssue(issue, parent));
}
