import { appendFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import type { JournalEntry } from './journal.ts';
import { openJournal } from './journal.ts';

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
    const { past } = await openJournal(directory);
    expect([...past].sort((a, b) => a.nonce - b.nonce)).toEqual([1, 2, 3, 4].map(entry));
  });

  test('ignores the incomplete last line of an interrupted write', async () => {
    await (await openJournal(directory)).write(entry(1));
    const [name = ''] = await readdir(directory);
    await appendFile(join(directory, name), '{"chainId":1,"addr');
    expect((await openJournal(directory)).past).toEqual([entry(1)]);
  });

  test('is refused when a complete line is unreadable', async () => {
    await (await openJournal(directory)).write(entry(1));
    await writeFile(join(directory, 'damaged.journal'), '{"chainId":1}\n');
    await expect(openJournal(directory)).rejects.toThrow(/damaged\.journal has an unreadable line/);
  });

  test('throws when a write fails, and writes the next entry to a new file', async () => {
    const journal = await openJournal(directory);
    await journal.write(entry(1));
    await rm(directory, { recursive: true });
    await expect(journal.write(entry(2))).rejects.toThrow(/ENOENT/);
    await openJournal(directory);
    await journal.write(entry(3));
    expect((await openJournal(directory)).past).toEqual([entry(3)]);
  });
});
