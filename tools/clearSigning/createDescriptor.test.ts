import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { config } from '../../lab/web/fixtures.ts';
import { depositFunction } from '../../shared/abi/depositAbi.ts';
import { createDescriptor } from './createDescriptor.ts';

// Ajv reads draft 4 as draft 7: the schema uses nothing in which they differ, except its own name.
const { $schema: _draft, ...schema } = JSON.parse(
  readFileSync(new URL('erc7730-v1.schema.json', import.meta.url), 'utf8'),
);
const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);

const descriptor = createDescriptor({ owner: 'Causeway', url: 'https://bridge.example', chains: config.chains });

test('the description fits the schema of ERC-7730, which refuses another field', () => {
  expect(validate(descriptor), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...descriptor, more: 1 })).toBe(false);
  const formats = Object.values(descriptor.display.formats);
  expect(validate({ ...descriptor, display: { formats: { deposit: { ...formats[0], fields: [{ path: 7 }] } } } })).toBe(
    false,
  );
});

test('it shows or excludes each argument of the deposit, under the signature of the contract', () => {
  const [[signature, format] = []] = Object.entries(descriptor.display.formats);
  expect(signature).toBe(
    'deposit(string target,address token,address maker,uint256 amount,uint256 destination,uint256 channel)',
  );
  const paths = [...(format?.fields.map(({ path }) => path) ?? []), ...(format?.excluded ?? [])];
  expect(paths.sort()).toEqual(depositFunction.inputs.map(({ name }) => `#.${name}`).sort());
});

test('it is bound to the deposit contract of each chain, and names each destination', () => {
  expect(descriptor.context.contract.deployments).toEqual(
    config.chains.map(({ id, depositContract }) => ({ chainId: id, address: depositContract })),
  );
  expect(descriptor.metadata.enums.chains).toEqual({ 31337: 'Northshore', 31338: 'Southshore' });
});
