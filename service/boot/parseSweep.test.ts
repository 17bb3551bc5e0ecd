import { expect, test } from 'vitest';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import { createSampleCatalog, createSampleFile, listConfigProblems } from '../../tools/lab/service/sampleCatalog.ts';

const TREASURY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const GOOD = { Northshore: '20000.5' };

function withSweep(file: LabInstallation, float: unknown = GOOD, treasury: unknown = TREASURY): LabInstallation {
  Object.assign(file.vaults, treasury === null ? {} : { treasury });
  for (const token of file.tokens) {
    if (token.name === 'USDC' && float !== null) Object.assign(token, { float });
  }
  return file;
}

const sweepsOf = (float: unknown, treasury: unknown = TREASURY) => {
  const { tokens } = createSampleCatalog((file) => withSweep(file, float, treasury));
  const usdc = tokens.find(({ name }) => name === 'USDC');
  return ['Northshore', 'Southshore'].map((name) => usdc?.deployments.get(name)?.sweep);
};

test('a float is in base units, and only an excess of at least a tenth of it is swept', () => {
  const sweep = { float: 20_000_500_000n, minimum: 2_000_050_000n };
  expect(sweepsOf(GOOD)).toEqual([sweep, undefined]);
  expect(sweepsOf('20000.5')).toEqual([sweep, sweep]);
  expect(sweepsOf('20000.5', { Northshore: TREASURY })).toEqual([sweep, undefined]);
});

test('a chain has its own treasury, or the shared one', () => {
  const treasuriesOf = (treasury: unknown) =>
    createSampleCatalog((file) => withSweep(file, '20000', treasury)).chains.map((chain) => chain.treasury);
  expect(treasuriesOf(TREASURY)).toEqual([TREASURY, TREASURY]);
  expect(treasuriesOf({ Northshore: TREASURY })).toEqual([TREASURY, null]);
});

test('a float without a treasury is only filled', () => {
  expect(sweepsOf(GOOD, null)).toEqual([undefined, undefined]);
});

const { hotWallet, chains } = createSampleFile();
const NOT_SWEPT = 'has no effect without "float" of a token.';
test.each([
  ['1', TREASURY, 'tokens.1.float must be at least 10000, the payout of the largest transfer of USDC'],
  ['20000.1234567', TREASURY, "tokens.1.float must fit the token's 6 decimals on Northshore, not 20000.1234567."],
  [{ Nowhere: '20000' }, null, 'tokens.1.float.Nowhere names a chain that "chains" does not list.'],
  [null, TREASURY, `vaults.treasury ${NOT_SWEPT}`],
  [GOOD, { Southshore: TREASURY }, `vaults.treasury.Southshore ${NOT_SWEPT}`],
  [GOOD, '0x0000000000000000000000000000000000000000', 'vaults.treasury must not be the zero address'],
  [GOOD, chains[0]?.vault, 'vaults.treasury must not be a contract of the bridge, a token or the hot wallet'],
  [GOOD, hotWallet, 'vaults.treasury must not be a contract of the bridge, a token or the hot wallet'],
])('refuses the float %j with the treasury %j', (float, treasury, problem) => {
  expect(listConfigProblems(withSweep(createSampleFile(), float, treasury)).join('\n')).toContain(problem);
});
