import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openInstallationFolder } from './installationFolder.ts';

const VAULT = '0x1000000000000000000000000000000000000001';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'causeway-folder-'));
});
afterEach(() => rmSync(path, { recursive: true }));

describe('hotWallet', () => {
  test('creates no second key for a vault whose keystore was moved', async () => {
    const folder = await openInstallationFolder(path);
    const address = await folder.hotWallet(generatePrivateKey);
    await folder.storeDeployed('Northshore', { vault: VAULT });
    expect(await folder.hotWallet(generatePrivateKey)).toBe(address);
    rmSync(join(path, 'maker.json'));
    rmSync(join(path, 'keystore-password'));
    await expect(folder.hotWallet(generatePrivateKey)).rejects.toThrow('maker.json is missing');
    expect(readdirSync(path)).toEqual(['deployments.json']);
  });

  test('creates no second password for a keystore whose password was moved', async () => {
    const folder = await openInstallationFolder(path);
    const address = await folder.hotWallet(generatePrivateKey);
    rmSync(join(path, 'keystore-password'));
    expect(await folder.hotWallet(generatePrivateKey)).toBe(address);
    expect(readdirSync(path)).toEqual(['maker.json']);
  });
});
