import { describe, expect, it } from 'vitest';
import { terms } from '../../lab/web/fixtures.ts';
import { decodeTransfer } from './transferCodec.ts';
import { migrateRecord, STORED_VERSION } from './transferMigrations.ts';

const hash = `0x${'1'.repeat(64)}`;
const payoutHash = `0x${'2'.repeat(64)}`;
const { typed: _typed, knownDuplicates: _knownDuplicates, validUntilMs: _validUntilMs, ...later1 } = terms;
const { usualSeconds: _usualSeconds, ...earlier } = later1;
const stored = {
  terms: JSON.parse(JSON.stringify(earlier, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))),
};

const later = { ...stored.terms, typed: null, knownTwins: [] };
const attempt = { nonce: 4, fromBlock: '12' };

const latest = { ...later, validUntilMs: null };
const failed4 = { terms: latest, attempt, hash, nonce: 4, claim: { hash: null, amount: null } };
const sent7 = { terms: { ...latest, usualSeconds: null }, attempt, hash, nonce: 4, since: terms.createdAt };

/** One record per status and version. Never edit them: browsers still hold such records. */
const records: Readonly<Record<number, readonly Record<string, unknown>[]>> = {
  1: [
    { status: 'approving', terms: stored.terms, approvalHash: null },
    { status: 'approving', terms: stored.terms, approvalHash: hash },
    { status: 'readyToSign', terms: stored.terms },
    { status: 'signing', terms: stored.terms, attempt: { nonce: 4, fromBlock: '12' } },
    { status: 'sent', terms: stored.terms, hash },
    { status: 'deposited', terms: stored.terms, hash, step: 'waiting for confirmations 1 of 2' },
    { status: 'delivered', terms: stored.terms, hash, payoutHash, received: '99900000' },
    { status: 'failed', terms: stored.terms, hash, kind: 'reverted', message: '' },
    { status: 'abandoned', terms: stored.terms },
  ],
  2: [
    { status: 'approving', terms: later, approvalHash: null },
    { status: 'readyToSign', terms: later, attempt: null },
    { status: 'readyToSign', terms: later, attempt },
    { status: 'signing', terms: later, attempt },
    { status: 'sent', terms: later, attempt, hash, nonce: 4 },
    { status: 'deposited', terms: later, attempt, hash, nonce: 4, step: 'waiting for confirmations 1 of 2' },
    { status: 'reported', terms: later, attempt, hash, nonce: 4, payoutHash, claimed: '99900000' },
    { status: 'delivered', terms: later, attempt, hash, nonce: 4, payoutHash, received: '99900000' },
    { status: 'disputed', terms: later, attempt: null, hash, nonce: null, payoutHash, shortfalls: [] },
    { status: 'failed', terms: later, attempt, hash, nonce: 4, kind: 'failedByService', message: 'It was refunded.' },
    { status: 'abandoned', terms: later },
  ],
  3: [
    { status: 'signing', terms: later, attempt },
    { status: 'deposited', terms: later, attempt, hash, nonce: 4, step: 'waiting for confirmations 1 of 2' },
    { status: 'failed', terms: later, attempt, hash, nonce: 4, kind: 'failedByService', message: 'No.', refund: null },
    {
      status: 'refunded',
      terms: later,
      attempt,
      hash,
      nonce: 4,
      message: 'No.',
      refundHash: payoutHash,
      refunded: '9',
    },
  ],
  4: [
    { status: 'deposited', terms: latest, attempt, hash, nonce: 4, step: '', confirmations: null },
    { status: 'deposited', terms: latest, attempt, hash, nonce: 4, step: 'It waits.', confirmations: null },
    { status: 'failed', ...failed4, kind: 'reverted', message: '', refund: null },
    { status: 'failed', ...failed4, kind: 'otherChain', message: 'Southshore', refund: null },
    {
      status: 'failed',
      ...failed4,
      kind: 'failedByService',
      message: 'No.',
      refund: { kind: 'unknown', reason: 'no' },
    },
    {
      ...{ status: 'failed', ...failed4, kind: 'failedByService', message: 'No.' },
      refund: { kind: 'mismatch', hash: payoutHash, shortfalls: [{ field: 'amount', expected: '1', actual: '0' }] },
    },
    {
      status: 'refunded',
      terms: latest,
      attempt,
      hash,
      nonce: 4,
      message: 'No.',
      refundHash: payoutHash,
      refunded: '9',
    },
  ],
  5: [
    { status: 'signing', terms: latest, attempt },
    { status: 'readyToSign', terms: latest, attempt },
  ],
  6: [
    { status: 'signing', terms: latest, attempt, proposal: null },
    { status: 'sent', terms: latest, attempt, hash, nonce: 4 },
    { status: 'delivered', terms: latest, attempt, hash, nonce: 4, payoutHash, received: '9' },
  ],
  7: [
    { status: 'sent', ...sent7 },
    { status: 'disputed', ...sent7, payoutHash, shortfalls: [] },
    { status: 'failed', ...failed4, ...sent7, kind: 'noDeposit', foundOn: null, report: null, refund: null },
    { status: 'abandoned', terms: sent7.terms },
  ],
};

describe('migrateRecord', () => {
  it('is tested with records of every version', () => {
    expect(Object.keys(records).map(Number)).toEqual(
      Array.from({ length: STORED_VERSION - 1 }, (_, index) => index + 1),
    );
  });

  for (const [version, ofVersion] of Object.entries(records)) {
    it.each(ofVersion)(`reads version ${version}, status $status`, (record) => {
      const transfer = decodeTransfer(migrateRecord(record, Number(version)));
      const { status } = record;
      // The delivery that version 1 stored was not proven.
      const expected = version === '1' && status === 'delivered' ? 'reported' : status;
      expect(transfer).toMatchObject({
        status: expected,
        terms: { ...terms, typed: null, knownDuplicates: [], usualSeconds: null },
      });
      if ('hash' in record) expect(transfer).toMatchObject({ hash, since: terms.createdAt });
    });
  }

  it('turns an unproven delivery of version 1 into a reported one', () => {
    const delivered = records[1]?.find(({ status }) => status === 'delivered');
    expect(decodeTransfer(migrateRecord(delivered, 1))).toMatchObject({
      status: 'reported',
      payoutHash,
      claimed: 99_900_000n,
    });
  });
});

describe('a failed transfer of version 2', () => {
  it('has no refund result yet', () => {
    const failed = records[2]?.find(({ status }) => status === 'failed');
    expect(decodeTransfer(migrateRecord(failed, 2))).toMatchObject({ kind: 'failedByService', refund: null });
  });
});

describe('a transfer of version 4', () => {
  it('keeps the sentence of the service as a report without codes', () => {
    const read = (records[4] ?? []).map((record) => decodeTransfer(migrateRecord(record, 4)));
    const said = (message: string) => ({ step: null, reason: null, message });
    expect(read).toMatchObject([
      { report: null },
      { report: said('It waits.') },
      { report: null, foundOn: null },
      { report: null, foundOn: 'Southshore' },
      { report: said('No.'), foundOn: null, refund: null },
      { report: said('No.'), refund: { kind: 'mismatch' } },
      { report: said('No.') },
    ]);
  });
});

describe('a disputed transfer of version 7', () => {
  it('asks for the stated amount again where no quote tells what must arrive', () => {
    const disputed = { status: 'disputed', ...sent7, payoutHash, shortfalls: [] };
    const unquoted = { ...disputed, terms: { ...sent7.terms, receive: null } };
    const read = (record: object) => decodeTransfer(migrateRecord(record, 7));
    expect(read(unquoted)).toMatchObject({ status: 'deposited', hash, attempt: { nonce: 4 } });
    expect(read(disputed)).toMatchObject({ status: 'disputed' });
  });
});

describe('a report of a later version', () => {
  it('keeps its sentence where its codes are unknown', () => {
    const report = { step: 'teleporting', reason: 'magic', message: 'Soon.' };
    const record = { status: 'deposited', terms: latest, attempt, hash, nonce: 4, report, confirmations: null };
    expect(decodeTransfer(migrateRecord(record, 6))).toMatchObject({
      report: { step: null, reason: null, message: 'Soon.' },
    });
  });
});

describe('a record of a later version', () => {
  it('stays unchanged', () => {
    const record = { status: 'teleported' };
    expect(migrateRecord(record, STORED_VERSION + 1)).toEqual(record);
  });
});
