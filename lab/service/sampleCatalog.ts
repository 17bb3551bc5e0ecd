import { readFileSync } from 'node:fs';
import type { ConfigFile } from '../../service/boot/configSchema.ts';
import type { Catalog, Chain, Route } from '../../service/boot/model/catalog.ts';
import { parseConfigFile } from '../../service/boot/readConfig.ts';

const EXAMPLE = new URL('../../service/config.example.json', import.meta.url);

/** Reads the example configuration. Each call returns a new copy, which a test may change. */
export function readExampleFile(): ConfigFile {
  return JSON.parse(readFileSync(EXAMPLE, 'utf8'));
}

/** The example with safe settings for mainnets. Each call returns a new copy, which a test may change. */
export function createMainnetFile(): ConfigFile {
  const file = readExampleFile();
  const chains = file.chains.map((chain) => ({
    ...chain,
    category: 'Mainnet' as const,
    rpcUrls: ['https://one.example/key', 'https://other.example/key'],
    startBlock: 1_000_000,
    confirmations: 3,
    payoutConfirmations: 12,
    family: 'ethereum' as const,
    finality: 64,
    exposureCap: '10000',
  }));
  return { ...file, chains, pricesAsOf: '2026-11-22' };
}

/** Lists the problems of a configuration, as the service prints them. */
export function listConfigProblems(file: unknown): readonly string[] {
  const problems: string[] = [];
  parseConfigFile(JSON.stringify(file), problems);
  return problems;
}

/** The catalog of the example configuration. */
export function createSampleCatalog(change: (file: ConfigFile) => void = () => {}): Catalog {
  const file = readExampleFile();
  change(file);
  const problems: string[] = [];
  const parsed = parseConfigFile(JSON.stringify(file), problems);
  if (!parsed || problems.length > 0) throw new Error(problems.join('\n'));
  return parsed.catalog;
}

export function pickRoute({ routes }: Catalog, tokenName: string): Route {
  const route = routes.find(({ token }) => token.name === tokenName);
  if (!route) throw new Error(`the example has no route for ${tokenName}`);
  return route;
}

export function pickChain({ chains }: Catalog, name: string): Chain {
  const chain = chains.find((candidate) => candidate.name === name);
  if (!chain) throw new Error(`the example has no chain ${name}`);
  return chain;
}
