import { readFileSync } from 'node:fs';
import type { ConfigFile } from '../../service/config/configFileSchema.ts';
import { parseConfigFile } from '../../service/config/parseConfigFile.ts';
import type { Catalog, Chain, Route } from '../../service/domain/catalog.ts';

const EXAMPLE = new URL('../../service/config.example.json', import.meta.url);

/** The example configuration as a file of its own, for a test to change. */
export function readExampleFile(): ConfigFile {
  return JSON.parse(readFileSync(EXAMPLE, 'utf8'));
}

/** What is wrong with a configuration, as a person is told. */
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
  if (!route) throw new Error(`no route of ${tokenName}`);
  return route;
}

export function pickChain({ chains }: Catalog, name: string): Chain {
  const chain = chains.find((candidate) => candidate.name === name);
  if (!chain) throw new Error(`no chain called ${name}`);
  return chain;
}
