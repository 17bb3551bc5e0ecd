import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createServiceSchemas } from './serviceSchemas.ts';

test('the JSON Schemas of service and signer are up to date', () => {
  for (const { file, text } of createServiceSchemas()) {
    expect(readFileSync(file, 'utf8'), 'Run: npx tsx tools/writeConfigSchema.ts').toBe(text);
  }
});

test('they describe settings by the tables of the documentation, and allow files for URLs', () => {
  const [service, policy] = createServiceSchemas().map(({ text }) => JSON.parse(text));
  const chain = service.properties.chains.items.properties;
  expect(service.properties.http.properties.port.description).toBe('Port of the three operations.');
  expect(chain.confirmations).toMatchObject({
    description: expect.stringContaining('deposit counts'),
    anyOf: [{}, {}],
  });
  expect(chain.rpcUrls.items.anyOf).toHaveLength(2);
  const ofPolicy = policy.properties.chains.items.properties;
  expect(ofPolicy.id.description).toContain("as in the service's configuration");
  expect(ofPolicy.rpcUrls.items.anyOf).toHaveLength(2);
});
