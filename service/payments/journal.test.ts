import { appendFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readJournal } from '../../lab/service/readJournal.ts';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import type { JournalEntry } from './journal.ts';
import { foldJournal, openJournal } from './journal.ts';

const entry = (nonce: number): JournalEntry => ({
  ...{ chainId: 1, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', nonce, attempt: 0 },
  ...{ hash: `0x${String(nonce).padStart(64, '0')}`, transferIds: [`0x${'aa'.repeat(32)}`] },
  to: '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9',
});

describe('the journal', () => {
  let folder: WorkFolder;
  let directory: string;

  beforeEach(async () => {
    folder = await createWorkFolder();
    directory = join(folder.path, 'journal');
  });
  afterEach(() => folder.remove());

  test('returns the entries of several processes, each in a separate file that only its owner can read', async () => {
    const [one, other] = [await openJournal(directory), await openJournal(directory)];
    await Promise.all([1, 2, 3].map((nonce) => one.write(entry(nonce))));
    await other.write(entry(4));
    const names = await readdir(directory);
    expect(names).toHaveLength(2);
    for (const name of names) expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
    expect([...(await readJournal(directory))].sort((a, b) => a.nonce - b.nonce)).toEqual([1, 2, 3, 4].map(entry));
  });

  test('ignores the incomplete last line of an interrupted write', async () => {
    await (await openJournal(directory)).write(entry(1));
    const [name = ''] = await readdir(directory);
    await appendFile(join(directory, name), '{"chainId":1,"addr');
    expect(await readJournal(directory)).toEqual([entry(1)]);
  });

  test('is refused when a complete line is unreadable', async () => {
    await (await openJournal(directory)).write(entry(1));
    await writeFile(join(directory, 'damaged.journal'), '{"chainId":1}\n');
    await expect(openJournal(directory)).rejects.toThrow(/damaged\.journal has an unreadable line/);
  });

  test('throws when a write fails, and writes the next entry to a new file', async () => {
    const journal = await openJournal(directory);
    await journal.write(entry(1));
    expect(journal.findProblem()).toBeNull();
    await rm(directory, { recursive: true });
    for (const nonce of [2, 2]) await expect(journal.write(entry(nonce))).rejects.toThrow(/ENOENT/);
    expect(journal.findProblem()).toContain('cannot be written');
    await openJournal(directory);
    await journal.write(entry(3));
    expect(journal.findProblem()).toBeNull();
    expect(await readJournal(directory)).toEqual([entry(3)]);
  });

  describe('that is folded', () => {
    const WEEK_MS = 7 * 86_400_000;
    const isFinalBelow = (nonce: number) => ({
      olderThan: new Date(Date.now() - WEEK_MS),
      areFinal: async (entries: readonly JournalEntry[]) => entries.every((found) => found.nonce < nonce),
    });

    /** Writes one file for each group of nonces, and dates it back. */
    async function writeOldFiles(groups: readonly (readonly number[])[]): Promise<void> {
      for (const nonces of groups) {
        const journal = await openJournal(directory);
        for (const nonce of nonces) await journal.write(entry(nonce));
      }
      const old = new Date(Date.now() - 2 * WEEK_MS);
      for (const name of await readdir(directory)) await utimes(join(directory, name), old, old);
    }

    const nonces = async () => (await readJournal(directory)).map(({ nonce }) => nonce).sort((a, b) => a - b);

    test('keeps each file with a payment that is not final, and each new file', async () => {
      await writeOldFiles([
        [1, 2],
        [3, 9],
      ]);
      const journal = await openJournal(directory);
      await journal.write(entry(4));
      expect(await foldJournal(directory, isFinalBelow(9))).toBe(1);
      expect(await nonces()).toEqual([3, 4, 9]);
      expect(await foldJournal(directory, isFinalBelow(10))).toBe(1);
      expect(await nonces()).toEqual([4]);
      const { chainId, address, to } = entry(1);
      expect((await openJournal(directory)).folded).toEqual([{ chainId, address, to }]);
      // This process wrote to its file long after the fold began to look at it.
      await journal.write(entry(5));
      expect(await nonces()).toEqual([4, 5]);
    });

    test('loses nothing when the process ends at any point', async () => {
      await writeOldFiles([[1], [2]]);
      // A crash while the checkpoint was written, and one between the checkpoint and the removal of the file.
      await writeFile(join(directory, 'checkpoint.json.new'), '[{"chainId":1,');
      const { chainId, address, to } = entry(1);
      await writeFile(join(directory, 'checkpoint.json'), JSON.stringify([{ chainId, address, to }]));
      expect(await nonces()).toEqual([1, 2]);
      expect(await foldJournal(directory, isFinalBelow(3))).toBe(2);
      expect(await nonces()).toEqual([]);
      expect((await openJournal(directory)).folded).toHaveLength(1);
    });

    test('stops at an error, and is refused with an unreadable checkpoint', async () => {
      await writeOldFiles([[1]]);
      const failing = { ...isFinalBelow(2), areFinal: () => Promise.reject(new Error('no answer')) };
      await expect(foldJournal(directory, failing)).rejects.toThrow('no answer');
      expect(await nonces()).toEqual([1]);
      await writeFile(join(directory, 'checkpoint.json'), '[');
      await expect(openJournal(directory)).rejects.toThrow('checkpoint');
    });
  });
});
