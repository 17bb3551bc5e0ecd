import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { InstallationFile } from '../../boot/installation.ts';
import {
  changeInstallation,
  createExampleFile,
  describeDifference,
  openInstallation,
  withChain,
  withHotWallet,
  writeInstallation,
} from './installationFile.ts';

const HOT_WALLET = '0x1000000000000000000000000000000000000001';
const VAULT = '0x2000000000000000000000000000000000000002';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-file-'));
  path = join(folder, 'installation.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = () => readFileSync(path, 'utf8');
/** A file whose keys are not in the schema's order, with settings of every kind. */
const createFile = (): InstallationFile => ({
  guards: { note: 'a fifth of both vaults', maxNetOutflow: '25000', screening: { list: 'list.txt' } },
  ...createExampleFile(new Date(0)),
});

describe('writeInstallation', () => {
  test('writes two-space indentation, keeps the key order and the notes, for the owner only', async () => {
    const file = createFile();
    await writeInstallation(path, file);
    expect(read()).toBe(`${JSON.stringify(file, null, 2)}\n`);
    expect(read().startsWith('{\n  "guards": {\n    "note": "a fifth of both vaults"')).toBe(true);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  test('writes nothing that the schema refuses', async () => {
    await writeInstallation(path, createFile());
    const before = read();
    await expect(writeInstallation(path, { ...createFile(), operators: ['postgres'] })).rejects.toThrow('operators.0');
    expect(read()).toBe(before);
  });

  test('writes the copy of an operator that was not handed over, and creates no other', async () => {
    const copy = join(folder, 'operators/alice/installation.json');
    mkdirSync(join(folder, 'operators/alice'), { recursive: true });
    writeFileSync(copy, 'old');
    await writeInstallation(path, createFile());
    expect(readFileSync(copy, 'utf8')).toBe(read());
    expect(() => statSync(join(folder, 'operators/bob'))).toThrow();
  });
});

describe('changeInstallation', () => {
  test('keeps what a person changed since the command read the file', async () => {
    await writeInstallation(path, createFile());
    const opened = await openInstallation(path);
    await writeInstallation(path, { ...createFile(), name: 'renamed' });
    await changeInstallation(opened, (written) => withChain(written, 'Southshore', { vault: VAULT }));
    const { written } = await openInstallation(path);
    expect(written.name).toBe('renamed');
    expect(written.chains.map(({ vault }) => vault)).toEqual([undefined, VAULT]);
    expect(written.guards).toEqual(createFile().guards);
  });
});

describe('withHotWallet', () => {
  test('puts a new setting after the name, and leaves the others where they are', () => {
    const file = createFile();
    const keys = Object.keys(withHotWallet(file, { hotWallet: HOT_WALLET }));
    expect(keys).toEqual(Object.keys(file).flatMap((key) => (key === 'name' ? [key, 'hotWallet'] : [key])));
  });

  test('changes a setting in place', () => {
    const file: InstallationFile = { ...createFile(), hotWallet: VAULT };
    const changed = withHotWallet(file, { hotWallet: HOT_WALLET, formerHotWallets: [VAULT] });
    expect(changed).toEqual({ ...file, hotWallet: HOT_WALLET, formerHotWallets: [VAULT] });
    expect(Object.keys(changed).at(-1)).toBe('hotWallet');
  });
});

test('describeDifference names each changed setting with both values', () => {
  const before = createFile();
  const after = withChain(withHotWallet(before, { hotWallet: HOT_WALLET }), 'Northshore', { gas: '2' });
  expect(describeDifference(before, after)).toEqual([
    '  chains.0.gas: "1" -> "2"',
    `  hotWallet: absent -> "${HOT_WALLET}"`,
  ]);
  expect(describeDifference(before, before)).toEqual([]);
  expect(describeDifference(after, before)).toContain(`  hotWallet: "${HOT_WALLET}" -> absent`);
});
