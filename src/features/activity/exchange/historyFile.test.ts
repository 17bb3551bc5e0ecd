import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lab/web/fakeWallet.ts';
import { registry, terms } from '../../../../lab/web/fixtures.ts';
import { FILE_COLUMNS, toFileRow } from '../../../domain/history/fileRow.ts';
import { readImportRow } from '../../../domain/history/importRow.ts';
import type { Transfer } from '../../../domain/transfer.ts';
import type { FileKind } from './historyFile.ts';
import { readHistoryFile, writeHistoryFile } from './historyFile.ts';

const HASH = hashOf('1');
const transfer: Transfer = { status: 'sent', doubt: null, terms, attempt: null, hash: HASH, nonce: null, since: null };
const rowOf = (one: Transfer) => toFileRow({ kind: 'own', transfer: one }, registry);
const file = { contacts: [{ address: terms.recipient, name: 'Alice', note: 'landlady' }], exportedAt: 0 };
const fileOf = (text: string, size = text.length) => ({ size, text: async () => text });

describe('an exported file', () => {
  it.each<[FileKind]>([['csv'], ['json']])('as %s reads back as the same rows', async (kind) => {
    const rows = [rowOf(transfer), rowOf({ status: 'abandoned', terms, attempt: null })];
    const read = await readHistoryFile(fileOf(await writeHistoryFile(kind, { ...file, rows })));
    expect(read).toEqual({ ok: true, records: rows, contacts: kind === 'json' ? file.contacts : [] });
    expect(read.ok && readImportRow(read.records[0])).toMatchObject({
      ok: true,
      row: { origin_chain_id: 31337, deposit_hash: HASH, sent: '100.05', quoted: '99.9' },
    });
    expect(read.ok && readImportRow(read.records[1])).toEqual({ ok: false, problem: 'noHash' });
  });

  it('states exact amounts with their unit, and times as ISO 8601', () => {
    expect(rowOf({ ...transfer, terms: { ...terms, send: 100_050_001n } })).toMatchObject({
      ...{ state: 'sent', sent: '100.050001', unit: 'USDC', quoted: '99.9', received: '' },
      ...{ started_at: '2027-01-15T08:00:00.000Z', origin_chain_id: '31337', sender: terms.account },
    });
  });

  it('runs no formula in a spreadsheet', async () => {
    const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'];
    const rows = names.map((token) => ({ ...rowOf(transfer), token }));
    const csv = await writeHistoryFile('csv', { ...file, rows });
    const read = await readHistoryFile(fileOf(csv));
    const tokens = read.ok ? read.records.map((record) => (record as { token: string }).token) : [];
    expect(tokens).toHaveLength(names.length);
    for (const token of tokens) expect(token).toMatch(/^'/);
  });

  it('keeps a value with a comma, a quote and a line break together', async () => {
    const token = 'a, "b"\nc';
    const read = await readHistoryFile(
      fileOf(await writeHistoryFile('csv', { ...file, rows: [{ ...rowOf(transfer), token }] })),
    );
    expect(read.ok && read.records).toEqual([{ ...rowOf(transfer), token }]);
  });
});

describe('readHistoryFile', () => {
  it('reads a table that a spreadsheet saved with semicolons', async () => {
    const text = `\uFEFFdeposit_hash;origin_chain_id\r\n${HASH};31337\r\n`;
    expect(await readHistoryFile(fileOf(text))).toEqual({
      ok: true,
      records: [{ deposit_hash: HASH, origin_chain_id: '31337' }],
      contacts: [],
    });
  });

  it.each([
    ['half a JSON', '{"format":', 'notReadable'],
    ['another JSON', '{"format":"other","version":1,"transfers":[]}', 'notReadable'],
    ['a later version', '{"format":"causeway-transfers","version":2,"transfers":[{}]}', 'newerVersion'],
    ['another table', 'name,age\na,1\n', 'notReadable'],
    ['an empty file', '', 'noRows'],
    ['only a heading', `${FILE_COLUMNS.join(',')}\n`, 'noRows'],
    ['too many rows', `deposit_hash\n${'0x1\n'.repeat(5_001)}`, 'tooManyRows'],
  ])('refuses %s', async (_what, text, problem) => {
    expect(await readHistoryFile(fileOf(text))).toEqual({ ok: false, problem });
  });

  it('does not read a file above 5 MB', async () => {
    expect(await readHistoryFile(fileOf('', 5_000_001))).toEqual({ ok: false, problem: 'tooLarge' });
  });
});
