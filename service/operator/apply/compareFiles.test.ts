import { describe, expect, test } from 'vitest';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import { createMainnetFile } from '../../../tools/lab/service/sampleCatalog.ts';
import { parseShape } from '../../boot/readConfig.ts';
import { isWeakened } from './change.ts';
import { compareFiles } from './compareFiles.ts';

type Edit = (file: LabInstallation) => void;

const north = ({ chains: [chain] }: LabInstallation) => chain ?? expect.fail();
const usdc = ({ tokens }: LabInstallation) => tokens[1] ?? expect.fail();

function renameNative({ chains, tokens }: LabInstallation, name: string): void {
  for (const chain of chains) chain.nativeToken = name;
  Object.assign(tokens[0] ?? {}, { name });
}

const SAFE_ELSEWHERE = { safe: true, safeOrigins: ['https://app.safe.global', 'https://safe.example'] };

/** The sample with every guard. */
function createGuarded(): LabInstallation {
  const file = createMainnetFile();
  const feed = {
    chain: 'Northshore',
    address: '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6',
    maxAgeSeconds: 60,
  } as const;
  Object.assign(file, { formerHotWallets: ['0x4000000000000000000000000000000000000001'] });
  Object.assign(file.guards, { maxNetOutflow: '25000', approveAbove: '5000', maxGasFactor: 3 });
  Object.assign(file.guards, { screening: { list: 'list.txt', url: 'https://screening.example' } });
  Object.assign(file.api, { trustProxy: ['10.0.0.0/16'] });
  Object.assign(north(file), {
    rpcUrls: ['https://a.example', 'https://b.example', 'https://c.example'],
    confirmationsAbove: { '5000': 20, '50000': 'finalized' },
    retiredVaults: ['0x4000000000000000000000000000000000000002', '0x4000000000000000000000000000000000000003'],
    closedVaults: ['0x4000000000000000000000000000000000000003'],
    finality: 'finalized',
  });
  Object.assign(usdc(file), { feeds: [feed], maxDeviationPercent: 3 });
  file.web = {
    blockedAddresses: ['0x4000000000000000000000000000000000000004'],
    embed: { origins: ['https://a.example'] },
  };
  return file;
}

function parse(file: LabInstallation) {
  const problems: string[] = [];
  const parsed = parseShape(JSON.stringify(file), problems);
  return parsed ?? expect.fail(problems.join('\n'));
}

function compareWith(edit: Edit, start: Edit = () => {}) {
  const [before, after] = [createGuarded(), createGuarded()];
  start(before);
  start(after);
  edit(after);
  return compareFiles(parse(before), parse(after));
}

test('a file equals itself, whatever its notes say', () => {
  expect(compareWith((file) => Object.assign(north(file), { note: 'why' }))).toEqual([]);
});

describe('a weakened guard is named', () => {
  test.each<readonly [string, Edit]>([
    ['guards.maxNetOutflow', ({ guards }) => Object.assign(guards, { maxNetOutflow: '25000.5' })],
    ['guards.maxNetOutflow', ({ guards }) => delete guards.maxNetOutflow],
    ['guards.approveAbove', ({ guards }) => Object.assign(guards, { approveAbove: '10000' })],
    ['guards.approveAbove', ({ guards }) => delete guards.approveAbove],
    ['guards.maxGasFactor', ({ guards }) => Object.assign(guards, { maxGasFactor: 4 })],
    ['guards.screening.list', ({ guards }) => delete guards.screening?.list],
    ['guards.screening.url', ({ guards }) => Object.assign(guards.screening ?? {}, { url: 'https://other.example' })],
    ['vaults.delayHours', ({ vaults }) => Object.assign(vaults, { delayHours: 24 })],
    ['listen.host', ({ listen }) => Object.assign(listen, { host: '0.0.0.0' })],
    ['api.trustProxy', ({ api }) => Object.assign(api, { trustProxy: ['10.0.0.0/8'] })],
    ['api.trustProxy', ({ api }) => Object.assign(api, { trustProxy: ['10.0.0.0/16', '192.0.2.1'] })],
    ['api.requestsPerSecond', ({ api }) => Object.assign(api, { requestsPerSecond: 21 })],
    ['formerHotWallets', (file) => Object.assign(file, { formerHotWallets: [] })],
    ['chains.Northshore.exposureCap', (file) => Object.assign(north(file), { exposureCap: '20000' })],
    ['chains.Northshore.maxGasPriceGwei', (file) => Object.assign(north(file), { maxGasPriceGwei: '1000.1' })],
    ['chains.Northshore.confirmations', (file) => Object.assign(north(file), { confirmations: 2 })],
    ['chains.Northshore.payoutConfirmations', (file) => Object.assign(north(file), { payoutConfirmations: 11 })],
    ['chains.Northshore.finality', (file) => Object.assign(north(file), { finality: 64 })],
    ['chains.Northshore.confirmationsAbove', (file) => Object.assign(north(file), { confirmationsAbove: {} })],
    [
      'chains.Northshore.confirmationsAbove',
      (file) => Object.assign(north(file), { confirmationsAbove: { '6000': 20, '50000': 'finalized' } }),
    ],
    ['chains.Northshore.quorum', (file) => Object.assign(north(file), { quorum: 1 })],
    ['chains.Northshore.quorum', (file) => Object.assign(north(file), { rpcUrls: ['https://a.example'] })],
    ['chains.Northshore.closedVaults', (file) => Object.assign(north(file), { closedVaults: [] })],
    [
      'chains.Northshore.retiredVaults',
      (file) => Object.assign(north(file), { retiredVaults: ['0x4000000000000000000000000000000000000003'] }),
    ],
    ['tokens.USDC.feeds', (file) => Object.assign(usdc(file), { feeds: [] })],
    [
      'tokens.USDC.feeds',
      (file) => Object.assign(usdc(file), { feeds: usdc(file).feeds.map((feed) => ({ ...feed, maxAgeSeconds: 61 })) }),
    ],
    ['tokens.USDC.maxDeviationPercent', (file) => Object.assign(usdc(file), { maxDeviationPercent: 4 })],
    ['signer.chains.Northshore', ({ signer }) => delete signer.chains.Northshore],
    ['signer.chains.Northshore.quorum', ({ signer }) => Object.assign(signer.chains.Northshore ?? {}, { quorum: 1 })],
    ['chains.Northshore.category', (file) => Object.assign(north(file), { category: 'Testnet' })],
    ['web.wallets.safeOrigins', ({ web }) => Object.assign(web, { wallets: SAFE_ELSEWHERE })],
    ['web.allowUnpinnedPairs', ({ web }) => Object.assign(web, { allowUnpinnedPairs: true })],
    ['web.blockedAddresses', ({ web }) => Object.assign(web, { blockedAddresses: [] })],
    ['web.embed.origins', ({ web }) => web.embed?.origins.push('https://b.example')],
  ])('%s', (name, edit) => {
    expect(
      compareWith(edit)
        .filter(isWeakened)
        .map(({ path }) => path),
    ).toContain(name);
    // Reverting weakens nothing, except for what can't be compared.
    const [before, after] = [createGuarded(), createGuarded()];
    edit(before);
    const back = compareFiles(parse(before), parse(after)).filter(isWeakened);
    expect(back.filter(({ path }) => path !== 'guards.screening.url')).toEqual([]);
  });
});

test('a larger gas drop is wider, whether or not one was offered before', () => {
  const kindOf = (before: string | undefined, after: string | undefined) =>
    compareWith(
      (file) => Object.assign(north(file), { maxGasDrop: after }),
      (file) => Object.assign(north(file), { maxGasDrop: before }),
    ).map(({ path, kind }) => [path, kind]);
  const path = 'chains.Northshore.maxGasDrop';
  expect([kindOf(undefined, '0.01'), kindOf('0.01', '0.02')]).toEqual([[[path, 'wider']], [[path, 'wider']]]);
  expect([kindOf('0.01', undefined), kindOf('0.02', '0.01')]).toEqual([[[path, 'narrower']], [[path, 'narrower']]]);
});

test.each<readonly [string, Edit]>([
  ['chains.Northshore', (file) => Object.assign(north(file), { name: 'North', exposureCap: '20000' })],
  ['tokens.USDC', (file) => Object.assign(usdc(file), { name: 'USDC.e', feeds: [] })],
  ['tokens.ETH', (file) => renameNative(file, 'WETH')],
])('a new name of %s is named, because it hides the guards of the former one', (name, edit) => {
  expect(
    compareWith(edit)
      .filter(isWeakened)
      .map(({ path }) => path),
  ).toContain(name);
});

describe('what is not a weakened guard', () => {
  test('a fee, in one line for all routes on which it changes', () => {
    expect(compareWith((file) => Object.assign(usdc(file).transfers[0] ?? {}, { feeBps: 20 }))).toEqual([
      {
        path: 'tokens.USDC.feeBps (Northshore to Southshore, Southshore to Northshore)',
        ...{ kind: 'other', before: '10', after: '20', isGuard: false },
      },
    ]);
  });

  test('a higher maximum is wider, a route that closes narrower', () => {
    const change = (edit: Edit) => compareWith(edit).map(({ path, kind }) => `${kind} ${path}`);
    expect(change((file) => Object.assign(usdc(file).transfers[0] ?? {}, { max: '20000' }))).toEqual([
      'wider tokens.USDC.max (Northshore to Southshore, Southshore to Northshore)',
    ]);
    expect(change((file) => usdc(file).transfers.unshift({ to: 'Northshore', closed: true }))).toEqual([
      'narrower tokens.USDC (Southshore to Northshore)',
    ]);
    expect(change((file) => Object.assign(north(file), { status: 'closing' }))).toEqual([
      'narrower chains.Northshore.status',
    ]);
    expect(change((file) => Object.assign(north(file), { status: 'closed' }))).toEqual([
      'narrower chains.Northshore.status',
    ]);
  });

  test('workers on other machines: each one that is admitted is wider, and each one no longer admitted narrower', () => {
    const url = 'https://signer.internal:8790';
    const remote = { url, listen: '10.0.0.5:8790', clients: ['worker-1'] };
    const start: Edit = ({ signer }) => Object.assign(signer, remote);
    const change = (signer: object) =>
      compareWith((file) => Object.assign(file.signer, signer), start).map(({ path, kind }) => `${kind} ${path}`);
    expect(change({ clients: ['worker-1', 'worker-2'] })).toEqual(['wider signer.clients']);
    expect(change({ clients: ['worker-2'] })).toEqual(['wider signer.clients']);
    expect(change({ listen: '0.0.0.0:8790' })).toEqual(['wider signer.listen']);
    expect(change({ url: 'https://signer.internal:8791' })).toEqual(['other signer.url']);
    const [before, after] = [createGuarded(), createGuarded()];
    start(before);
    expect(compareFiles(parse(before), parse(after)).map(({ path, kind }) => `${kind} ${path}`)).toEqual([
      ...['other signer.url', 'narrower signer.listen', 'narrower signer.clients'],
    ]);
  });

  test('a new token is one line, and its settings are not listed as changes', () => {
    const withToken: Edit = ({ tokens }) =>
      tokens.push({ ...(tokens[0] ?? expect.fail()), name: 'DAI', transfers: [] });
    expect(compareWith(withToken).map(({ path, kind }) => `${kind} ${path}`)).toEqual(['wider tokens.DAI']);
  });
});
