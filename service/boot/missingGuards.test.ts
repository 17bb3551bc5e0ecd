import { expect, test } from 'vitest';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import { createMainnetFile, createSampleCatalog } from '../../tools/lab/service/sampleCatalog.ts';
import { listMissingGuards } from './mainnetRules.ts';

const TREASURY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

const settingsOf = (change: (file: LabInstallation) => void) =>
  listMissingGuards(
    createSampleCatalog((file) => {
      Object.assign(file, createMainnetFile());
      change(file);
    }),
  ).map(({ chain, setting }) => `${chain} ${setting}`);

test('a mainnet without guards lacks each of them, and a testnet none', () => {
  const ofEach = ['guards.maxNetOutflow', 'guards.approveAbove', 'guards.screening', 'float'];
  expect(settingsOf(() => {})).toEqual([
    ...ofEach.map((setting) => `Northshore ${setting}`),
    ...ofEach.map((setting) => `Southshore ${setting}`),
  ]);
  expect(listMissingGuards(createSampleCatalog())).toEqual([]);
});

test('a guard on one chain does not guard another', () => {
  const missing = settingsOf((file) => {
    file.operators = ['alice', 'bob'];
    file.guards = { ...file.guards, maxNetOutflow: '1', approveAbove: '1000', screening: { list: '/list' } };
    file.vaults.treasury = TREASURY;
    for (const token of file.tokens) if (token.name === 'USDC') token.float = { Northshore: '20000' };
  });
  expect(missing).toEqual(['Southshore float']);
});
