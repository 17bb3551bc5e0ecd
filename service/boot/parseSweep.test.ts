import { expect, test } from 'vitest';
import { createSampleCatalog, listConfigProblems, readExampleFile } from '../../lab/service/sampleCatalog.ts';
import type { ConfigFile } from './configSchema.ts';

const TREASURY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const GOOD = { float: '20000.5', minimum: '100' };

function withSweep(file: ConfigFile, sweep: unknown = GOOD, treasury: unknown = TREASURY): ConfigFile {
  const [chain] = file.chains;
  const usdc = file.tokens.find(({ name }) => name === 'USDC');
  Object.assign(chain ?? {}, treasury === null ? {} : { treasury });
  Object.assign(usdc?.deployments.Northshore ?? {}, sweep === null ? {} : { sweep });
  return file;
}

test('a float has its amounts in base units, and its chain a treasury', () => {
  const { chains, tokens } = createSampleCatalog(withSweep);
  expect(chains.map(({ treasury }) => treasury)).toEqual([TREASURY, null]);
  const usdc = tokens.find(({ name }) => name === 'USDC');
  expect(usdc?.deployments.get('Northshore')?.sweep).toEqual({ float: 20_000_500_000n, minimum: 100_000_000n });
  expect(usdc?.deployments.get('Southshore')?.sweep).toBeUndefined();
});

const { chains } = readExampleFile();
test.each([
  [{ float: '1', minimum: '100' }, TREASURY, 'must be at least 10000, the payout of the largest transfer of USDC'],
  [{ float: '20000.1234567', minimum: '100' }, TREASURY, 'sweep.float must have at most 6 decimals'],
  [{ float: '20000', minimum: '0' }, TREASURY, 'sweep.minimum must be more than 0'],
  [{ float: '20000' }, TREASURY, 'sweep.minimum is missing'],
  [GOOD, null, 'sweep needs "treasury" of the chain Northshore'],
  [null, TREASURY, 'chains.0.treasury has no effect without "sweep" of a token on Northshore'],
  [GOOD, '0x0000000000000000000000000000000000000000', 'chains.0.treasury must not be the zero address'],
  [GOOD, chains[0]?.vault, 'chains.0.treasury must not be a contract of the bridge, a token or the hot wallet'],
  [GOOD, chains[0]?.hotWallet, 'chains.0.treasury must not be a contract of the bridge, a token or the hot wallet'],
])('refuses the sweep %j to %s', (sweep, treasury, problem) => {
  expect(listConfigProblems(withSweep(readExampleFile(), sweep, treasury)).join('\n')).toContain(problem);
});
