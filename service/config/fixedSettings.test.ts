import { expect, test } from 'vitest';
import { readExampleFile } from '../../lab/service/sampleCatalog.ts';
import type { ConfigFile } from './configFileSchema.ts';
import { findFixedChanges } from './fixedSettings.ts';
import { parseConfigFile } from './parseConfigFile.ts';

function parse(change: (file: ConfigFile) => void) {
  const file = readExampleFile();
  change(file);
  const parsed = parseConfigFile(JSON.stringify(file), []);
  if (!parsed) throw new Error('the example is invalid');
  return parsed;
}

const changesOf = (change: (file: ConfigFile) => void) =>
  findFixedChanges(
    parse(() => {}),
    parse(change),
  );

test('prices, fees, limits, routes, depths and closed chains can change while the service runs', () => {
  const change = (file: ConfigFile) => {
    for (const token of file.tokens) token.price = '7';
    for (const route of file.routes) Object.assign(route, { max: '777', feeBps: 77 });
    for (const chain of file.chains) Object.assign(chain, { enabled: false, confirmations: 5, maxGasPriceGwei: '7' });
    file.routes.pop();
    file.maxGasFactor = 7;
  };
  expect(changesOf(change)).toEqual([]);
});

test.each<readonly [string, (file: ConfigFile) => void, string]>([
  ['a port', ({ http }) => Object.assign(http, { port: 1 }), 'http'],
  ["the operator's port", (file) => delete file.operator, 'operator'],
  ['a contract', ({ chains }) => Object.assign(chains[1] ?? {}, { vault: `0x${'7'.repeat(40)}` }), 'chains.1.vault'],
  ['a provider', ({ chains }) => Object.assign(chains[0] ?? {}, { rpcUrls: ['http://other'] }), 'chains.0.rpcUrls'],
  ['the validity of a quote', (file) => Object.assign(file, { quoteValiditySeconds: 300 }), 'quoteValiditySeconds'],
  ['the epoch of fees', (file) => Object.assign(file, { feeEpochSeconds: 45 }), 'feeEpochSeconds'],
  ['a chain', ({ chains }) => Object.assign(chains[0] ?? {}, { name: 'Eastshore' }), 'The list of chains'],
])('%s cannot', (_what, change, setting) => {
  expect(changesOf(change)).toEqual([
    `${setting} cannot change while the service runs. Restart it to use the new value.`,
  ]);
});
