import { expect, test } from 'vitest';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import { createSampleFile } from '../../../tools/lab/service/sampleCatalog.ts';
import { parseShape } from '../../boot/readConfig.ts';
import { findGasDropWork, findOpenWork, findRefusals, historyOf } from './findRefusals.ts';

const OTHER = '0x4000000000000000000000000000000000000002';

function parse(edit: (file: LabInstallation) => void) {
  const file = createSampleFile();
  edit(file);
  return parseShape(JSON.stringify(file), []) ?? expect.fail();
}

function refuse(
  edit: (file: LabInstallation) => void,
  { start = () => {}, hasHistory = true }: { start?: (file: LabInstallation) => void; hasHistory?: boolean } = {},
) {
  const next = (file: LabInstallation) => {
    start(file);
    edit(file);
  };
  return findRefusals(parse(start), parse(next), () => hasHistory);
}

const north = ({ chains: [chain] }: LabInstallation) => chain ?? expect.fail();
const route = ({ tokens: [, token] }: LabInstallation) => token?.transfers[0] ?? expect.fail();

test('a vault moves to the retired ones, and stays in the file', () => {
  const moved = refuse((file) => Object.assign(north(file), { vault: OTHER }));
  expect(moved).toEqual([expect.stringMatching(/^chains.Northshore lacks the vault 0xe7f1.*retiredVaults/)]);
  const retire = (file: LabInstallation) =>
    Object.assign(north(file), { vault: OTHER, retiredVaults: [north(file).vault] });
  expect(refuse(retire)).toEqual([]);
  expect(refuse((file) => Object.assign(north(file), { retiredVaults: [] }), { start: retire })).toHaveLength(1);
});

test('a chain with transfers is closed, not removed', () => {
  const remove = (file: LabInstallation) => {
    file.chains.shift();
  };
  expect(refuse(remove)).toEqual([expect.stringMatching(/^chains lacks Northshore.*"status": "closed"/)]);
  expect(refuse(remove, { hasHistory: false })).toEqual([]);
  expect(refuse((file) => Object.assign(north(file), { status: 'closed' }))).toEqual([]);
});

test('every chain may have transfers if no database can tell, or a new one', () => {
  const before = parse(() => {});
  const moved = parse((file) => Object.assign(file, { database: 'postgresql://127.0.0.1/new' }));
  const none: ReadonlySet<number> = new Set();
  expect([historyOf(before, before, none)(1), historyOf(before, before, new Set([1]))(1)]).toEqual([false, true]);
  expect([historyOf(before, before, null)(1), historyOf(before, moved, none)(1)]).toEqual([true, true]);
});

test('a former hot wallet stays known', () => {
  const rotate = (file: LabInstallation) => Object.assign(file, { hotWallet: OTHER });
  expect(refuse(rotate)).toEqual([expect.stringMatching(/0x7099.*formerHotWallets/)]);
  const { hotWallet } = createSampleFile();
  const keep = (file: LabInstallation) => Object.assign(file, { hotWallet: OTHER, formerHotWallets: [hotWallet] });
  expect(refuse(keep)).toEqual([]);
  expect(refuse((file) => Object.assign(file, { formerHotWallets: [] }), { start: keep })).toHaveLength(1);
});

test('a higher minimum fee keeps what earlier quotes promised', () => {
  expect(refuse((file) => Object.assign(route(file), { feeFloor: '0.2' }))).toEqual([
    expect.stringMatching(/^tokens.USDC.transfers: feeFloor rises from 0.1 to 0.2.*"minFee": "0.1"/),
  ]);
  const keep = (file: LabInstallation) => Object.assign(route(file), { feeFloor: '0.2', minFee: '0.1' });
  expect(refuse(keep)).toEqual([]);
  expect(refuse((file) => Object.assign(route(file), { feeFloor: '0.05' }))).toEqual([]);
  expect(refuse((file) => Object.assign(route(file), { minFee: '0.2' }), { start: keep })).toEqual([]);
});

test('a new hot wallet waits for the payments of the former one', () => {
  const [before, after] = [parse(() => {}), parse((file) => Object.assign(file, { hotWallet: OTHER }))];
  const address = before.hotWallet ?? expect.fail();
  const unsettled = [{ address, count: 2 }];
  expect(findOpenWork(before, after, { unsettled, stolen: null })).toEqual([expect.stringMatching(/has 2 unsettled/)]);
  expect(findOpenWork(before, after, { unsettled: [], stolen: null })).toEqual([]);
  expect(findOpenWork(before, before, { unsettled, stolen: null })).toEqual([]);
});

test('a smaller gas drop waits for the open transfers that ask for more', () => {
  const withDrop = (maxGasDrop?: string) => parse((file) => Object.assign(north(file), { maxGasDrop }));
  const gasDrops = [{ destination: BigInt(north(createSampleFile()).id), most: 5n * 10n ** 15n }];
  const lower = (after: string | undefined, open = gasDrops) =>
    findGasDropWork(withDrop('0.01'), withDrop(after), { gasDrops: open });
  expect(lower('0.002')).toEqual([
    expect.stringMatching(
      /^chains.Northshore: maxGasDrop falls from 0.01 to 0.002, but an open.* asks for 0.005 for gas/,
    ),
  ]);
  expect(lower(undefined)).toHaveLength(1);
  expect([lower('0.005'), lower('0.002', []), lower('0.02')]).toEqual([[], [], []]);
  expect(findGasDropWork(withDrop(), withDrop(), { gasDrops })).toEqual([]);
});

test('a stolen hot wallet is replaced although its payments are unsettled', () => {
  const [before, after] = [parse(() => {}), parse((file) => Object.assign(file, { hotWallet: OTHER }))];
  const address = before.hotWallet ?? expect.fail();
  const unsettled = [{ address, count: 2 }];
  expect(findOpenWork(before, after, { unsettled, stolen: address.toLowerCase() })).toEqual([]);
  expect(findOpenWork(before, after, { unsettled, stolen: OTHER })).toHaveLength(1);
});
