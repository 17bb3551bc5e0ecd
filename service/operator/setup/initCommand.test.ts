import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describeLack, runInit } from './initCommand.ts';
import {
  createExampleFile,
  findProblems,
  formatInstallation,
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
  vi.spyOn(console, 'log').mockImplementation(() => {});
  folder = mkdtempSync(join(tmpdir(), 'causeway-init-'));
  path = join(folder, 'installation.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = () => readFileSync(path, 'utf8');
const createFile = () => createExampleFile(new Date(0));

describe('describeLack', () => {
  const complete = { database: false, roles: [], migrations: [], operators: [] };

  test('is empty if nothing is missing', () => {
    expect(describeLack({ hotWallet: null, passwords: [], database: complete })).toEqual([]);
    expect(describeLack({ hotWallet: null, passwords: [], database: null })).toEqual([]);
  });

  test('has a line for each thing that a person agrees to', () => {
    const database = {
      ...complete,
      roles: ['causeway_api'],
      migrations: ['tables.sql'],
      operators: ['carol'],
    } as const;
    expect(describeLack({ hotWallet: 'key', passwords: ['causeway_api'], database })).toEqual([
      '  the key of the hot wallet, and its password: keys/',
      '  "hotWallet" in the file',
      '  the password of causeway_api: passwords/causeway_api',
      '  the database role causeway_api',
      '  tables: tables.sql',
      '  the role and the folder of the operator carol: operators/carol/',
    ]);
    expect(describeLack({ hotWallet: 'name', passwords: [], database: complete })).toEqual([
      '  "hotWallet" in the file',
    ]);
  });
});

describe('the first run of causeway init', () => {
  test('writes an example that lacks only what set-up commands write', async () => {
    await runInit([path]);
    const { file, written } = await openInstallation(path);
    expect(findProblems(file)).toEqual([]);
    expect(formatInstallation(written)).toBe(read());
    expect(file.chains).toHaveLength(2);
  });

  test('refuses a file that the service would refuse, before it creates anything', async () => {
    const file = createFile();
    await writeInstallation(path, { ...file, guards: { approveAbove: '1' }, operators: ['alice'] });
    await expect(runInit([path, '--yes'])).rejects.toThrow('guards.approveAbove needs two people');
    expect(() => statSync(join(folder, 'keys'))).toThrow();
  });

  test('creates no second key for a vault whose key is elsewhere', async () => {
    await writeInstallation(path, withChain(createFile(), 'Northshore', { vault: VAULT }));
    await expect(runInit([path, '--yes'])).rejects.toThrow('Northshore has a vault, but the file has no "hotWallet"');
    const embedded = { ...withHotWallet(createFile(), { hotWallet: HOT_WALLET }), database: 'embedded:data' };
    await writeInstallation(path, embedded);
    const before = read();
    await runInit([path, '--yes']);
    expect(read()).toBe(before);
    expect(() => statSync(join(folder, 'keys'))).toThrow();
  });
});
