import { expect, test } from 'vitest';
import { createMainnetFile, createSampleCatalog } from '../../lab/service/sampleCatalog.ts';
import type { ConfigFile } from './configSchema.ts';
import { listMissingGuards } from './mainnetRules.ts';

const TREASURY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

const settingsOf = (change: (file: ConfigFile) => void) =>
  listMissingGuards(
    createSampleCatalog((file) => {
      Object.assign(file, createMainnetFile());
      change(file);
    }),
  ).map(({ chain, setting }) => `${chain} ${setting}`);

test('a mainnet without guards lacks each of them, and a testnet none', () => {
  const ofEach = ['breaker', 'approval', 'screening', 'sweep'];
  expect(settingsOf(() => {})).toEqual([
    ...ofEach.map((setting) => `Northshore ${setting}`),
    ...ofEach.map((setting) => `Southshore ${setting}`),
  ]);
  expect(listMissingGuards(createSampleCatalog())).toEqual([]);
});

test('a guard of one chain guards no other', () => {
  const missing = settingsOf((file) => {
    file.breaker = { windowSeconds: 3600, maxReadAgeSeconds: 300, maxNetOutflow: '1' };
    file.approval = { above: '1000', expiresSeconds: 3600 };
    file.screening = { listFile: '/list' };
    const [chain] = file.chains;
    Object.assign(chain ?? {}, { treasury: TREASURY });
    const usdc = file.tokens.find(({ name }) => name === 'USDC');
    Object.assign(usdc?.deployments.Northshore ?? {}, { sweep: { float: '20000', minimum: '100' } });
  });
  expect(missing).toEqual(['Southshore sweep']);
});
