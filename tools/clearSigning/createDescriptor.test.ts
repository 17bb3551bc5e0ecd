import { expect, test } from 'vitest';
import { depositFunction } from '../../shared/abi/depositAbi.ts';
import { config } from '../lab/web/fixtures.ts';
import { createDescriptor } from './createDescriptor.ts';

const descriptor = createDescriptor({ owner: 'Causeway', url: 'https://bridge.example', chains: config.chains });

test("the descriptor shows or excludes each argument of the deposit, under the contract's signature", () => {
  const [[signature, format] = []] = Object.entries(descriptor.display.formats);
  expect(signature).toBe(
    'deposit(string target,address token,address maker,uint256 amount,uint256 destination,uint256 channel)',
  );
  const paths = [...(format?.fields.map(({ path }) => path) ?? []), ...(format?.excluded ?? [])];
  expect(paths.sort()).toEqual(depositFunction.inputs.map(({ name }) => `#.${name}`).sort());
});

test("it is bound to each chain's deposit contract, and names each destination", () => {
  expect(descriptor.context.contract.deployments).toEqual(
    config.chains.map(({ id, depositContract }) => ({ chainId: id, address: depositContract })),
  );
  expect(descriptor.metadata.enums.chains).toEqual({ 31337: 'Northshore', 31338: 'Southshore' });
});
