import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimState } from './keys.ts';
import { moveIn, moveOut } from './moveState.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'causeway-move-'));
  for (const name of ['old', 'new', 'third']) mkdirSync(join(root, name));
  write('old/maker.json', 'the key');
  write('old/maker-2.json', 'the next key');
  write('old/payments', 'line 1\n');
  write('old/other', 'not of the signer');
});
afterEach(() => rmSync(root, { recursive: true }));

const at = (name: string) => join(root, name);
const write = (name: string, text: string) => writeFileSync(at(name), text, { mode: 0o600 });
const read = (name: string) => readFileSync(at(name), 'utf8');
async function start(folder: string): Promise<void> {
  const lock = await claimState(at(folder));
  await lock.release();
}

describe('moveOut', () => {
  test('packs keystores and log, and then no signer starts in the old place', async () => {
    await start('old');
    expect(await moveOut(at('old'), at('pack'))).toEqual(['maker-2.json', 'maker.json', 'payments']);
    expect(read('pack/payments')).toBe('line 1\n');
    expect(existsSync(at('pack/other'))).toBe(false);
    await expect(start('old')).rejects.toThrow('its payment log is in use elsewhere');
  });

  test('continues after an interruption, and copies to no second place', async () => {
    await moveOut(at('old'), at('pack'));
    // Killed before the manifest was written.
    rmSync(at('pack/signer-state.json'));
    rmSync(at('pack/payments'));
    await expect(moveIn(at('new'), at('pack'))).rejects.toThrow('has no signer-state.json');
    await expect(moveOut(at('old'), at('pack-2'))).rejects.toThrow('moved to');
    await moveOut(at('old'), at('pack'));
    await moveIn(at('new'), at('pack'));
    await expect(moveOut(at('old'), at('pack'))).rejects.toThrow('is in');
  });

  test('refuses a folder that is in use, and one without a keystore', async () => {
    mkdirSync(at('pack'));
    write('pack/photo', '');
    await expect(moveOut(at('old'), at('pack'))).rejects.toThrow('is not empty');
    await expect(moveOut(at('new'), at('pack-2'))).rejects.toThrow('has no keystore');
    await start('old');
  });
});

describe('moveIn', () => {
  beforeEach(async () => {
    await moveOut(at('old'), at('pack'));
  });

  test('lets a signer start in the new place', async () => {
    await moveIn(at('new'), at('pack'));
    expect(read('new/payments')).toBe('line 1\n');
    await start('new');
    await expect(start('old')).rejects.toThrow('moved away');
  });

  test('refuses the package in a second place', async () => {
    await moveIn(at('new'), at('pack'));
    await expect(moveIn(at('third'), at('pack'))).rejects.toThrow('has taken the state');
    expect(existsSync(at('third/payments'))).toBe(false);
  });

  test('never replaces a log that has grown since', async () => {
    await moveIn(at('new'), at('pack'));
    write('new/payments', 'line 1\nline 2\n');
    await expect(moveIn(at('new'), at('pack'))).rejects.toThrow('Nothing was replaced');
    expect(read('new/payments')).toBe('line 1\nline 2\n');
  });

  test('lets no signer start with a part of the files, and continues', async () => {
    // Killed after the first file.
    await moveIn(at('new'), at('pack'));
    rmSync(at('new/payments'));
    write('new/moved-out.json', '{"to":"pack"}');
    await expect(start('new')).rejects.toThrow('moved away');
    await moveIn(at('new'), at('pack'));
    expect(read('new/payments')).toBe('line 1\n');
    await start('new');
  });

  test('refuses a file that was changed on the way', async () => {
    write('pack/payments', 'line 2\n');
    await expect(moveIn(at('new'), at('pack'))).rejects.toThrow('payments was changed');
    expect(existsSync(at('new/maker.json'))).toBe(false);
  });

  test('brings the state back to its old place', async () => {
    await moveIn(at('old'), at('pack'));
    await start('old');
  });
});
