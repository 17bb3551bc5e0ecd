import { isDeepStrictEqual } from 'node:util';
import type { Chain } from '../domain/catalog.ts';
import type { FileConfig } from './config.ts';

/**
 * The settings of a chain that belong to a running process: its stored transfers and its connections depend on them. The log
 * redacts the URLs that it knew at the start.
 */
const FIXED: readonly (keyof Chain)[] = [
  ...(['id', 'category', 'family', 'rpcUrls', 'wsUrls', 'quorum', 'multicall', 'startBlock', 'nativeToken'] as const),
  ...(['depositContract', 'vault', 'hotWallet', 'retiredVaults'] as const),
];

/** The terms of quotes that people already have. */
const FIXED_TERMS = ['quoteValiditySeconds', 'feeEpochSeconds'] as const;

function cannotChange(setting: string): string {
  return `${setting} cannot change while the service runs. Restart it to use the new value.`;
}

/** @returns a sentence for each setting that differs and needs a restart */
export function findFixedChanges(before: FileConfig, after: FileConfig): readonly string[] {
  const ports = [
    ...(['http', 'operator'] as const).filter((setting) => !isDeepStrictEqual(before[setting], after[setting])),
    ...FIXED_TERMS.filter((term) => before.catalog[term] !== after.catalog[term]),
  ];
  const [old, next] = [before, after].map(({ catalog }) => catalog.chains.map(({ name }) => name));
  if (!isDeepStrictEqual(old, next)) return [...ports, 'The list of chains'].map(cannotChange);
  const settings = after.catalog.chains.flatMap((chain, index) => {
    const running = before.catalog.chains[index];
    const changed = FIXED.filter((field) => running && !isDeepStrictEqual(running[field], chain[field]));
    return changed.map((field) => `chains.${index}.${field}`);
  });
  return [...ports, ...settings].map(cannotChange);
}
