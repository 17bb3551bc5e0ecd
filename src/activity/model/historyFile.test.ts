import { describe, expect, it } from 'vitest';
import { readCells } from '#shared/csv.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { terms } from '../../../tools/lab/web/fixtures.ts';
import { readContactsFile } from '../../account/model/contactsFile.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import { FILE_COLUMNS, toFileRow, writeHistoryFile } from './historyFile.ts';

const HASH = hashOf('1');
const transfer: Transfer = { status: 'sent', doubt: null, terms, attempt: null, hash: HASH, nonce: null, since: null };
const rowOf = toFileRow;
const file = { contacts: [{ address: terms.recipient, name: 'Alice', note: 'landlady' }], exportedAt: 0 };

/** The cells of a column, below its name. */
async function cellsOf(column: (typeof FILE_COLUMNS)[number], rows: readonly ReturnType<typeof rowOf>[]) {
  const [names, ...lines] = readCells(await writeHistoryFile('csv', { ...file, rows }));
  expect(names).toEqual(FILE_COLUMNS);
  return lines.map((cells) => cells[FILE_COLUMNS.indexOf(column)]);
}

describe('an exported file', () => {
  it('has a row for each transfer, with an empty hash if nothing was sent', async () => {
    const rows = [rowOf(transfer), rowOf({ status: 'abandoned', terms, attempt: null })];
    expect(await cellsOf('deposit_hash', rows)).toEqual([HASH, '']);
    expect(JSON.parse(await writeHistoryFile('json', { ...file, rows }))).toEqual({
      ...{ format: 'causeway-transfers', version: 1, exported_at: '1970-01-01T00:00:00.000Z' },
      ...{ transfers: rows, contacts: file.contacts },
    });
  });

  it('can be imported for its contacts by another browser', async () => {
    const text = await writeHistoryFile('json', { ...file, rows: [rowOf(transfer)] });
    expect(await readContactsFile({ size: text.length, text: async () => text })).toEqual({
      ok: true,
      contacts: file.contacts,
    });
  });

  it('states exact amounts with their unit, and times as ISO 8601', () => {
    expect(rowOf({ ...transfer, terms: { ...terms, send: 100_050_001n } })).toMatchObject({
      ...{ state: 'sent', sent: '100.050001', unit: 'USDC', quoted: '99.9', received: '' },
      ...{ started_at: '2027-01-15T08:00:00.000Z', origin_chain_id: '31337', sender: terms.account },
    });
  });

  it('states the gas that arrived with a delivery', () => {
    const sent = { hash: HASH, nonce: null, attempt: null, since: null } as const;
    const delivered = (gasDrop: bigint): Transfer => ({
      ...{ ...sent, status: 'delivered', payoutHash: hashOf('2'), received: terms.receive },
      terms: { ...terms, gasDrop },
    });
    expect(rowOf(delivered(10n ** 16n))).toMatchObject({ received: '99.9', gas_received: '0.01' });
    expect(rowOf(delivered(0n))).toMatchObject({ gas_received: '0' });
    expect(rowOf(transfer)).toMatchObject({ gas_received: '' });
  });

  it('runs no formula in a spreadsheet', async () => {
    const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'];
    const tokens = await cellsOf(
      'token',
      names.map((token) => ({ ...rowOf(transfer), token })),
    );
    expect(tokens).toHaveLength(names.length);
    for (const token of tokens) expect(token).toMatch(/^'/);
  });

  it('keeps a value with a comma, a quote and a line break in one cell', async () => {
    const token = 'a, "b"\nc';
    expect(await cellsOf('token', [{ ...rowOf(transfer), token }])).toEqual([token]);
  });
});
