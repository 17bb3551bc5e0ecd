import { describe, expect, it } from 'vitest';
import { ACCOUNT, OTHER_ACCOUNT, terms } from '../../../tools/lab/web/fixtures.ts';
import { recentRecipients, usedAddresses } from '../../transfer/model/recentRecipients.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import type { Contact } from './contacts.ts';
import {
  contactOf,
  findContacts,
  importContacts,
  MAX_CONTACTS,
  readContact,
  withContact,
  withoutContact,
} from './contacts.ts';

const alice: Contact = { address: ACCOUNT, name: 'Alice', note: 'landlady' };
const bob: Contact = { address: OTHER_ACCOUNT, name: 'Bob', note: '' };
const entry = { address: OTHER_ACCOUNT, name: 'Bob', note: '' };

describe('the address book', () => {
  it('has one entry per address, sorted by name', () => {
    const renamed = { ...bob, name: 'Aaron' };
    expect(withContact(withContact([alice], bob), renamed)).toEqual([renamed, alice]);
    expect(withoutContact([alice, bob], bob.address)).toEqual([alice]);
    expect(contactOf([alice], ACCOUNT.toLowerCase())).toBe(alice);
  });

  it('finds a contact by name, note or address', () => {
    for (const text of ['ALI', 'landlady', ACCOUNT.slice(3, 12)])
      expect(findContacts([alice, bob], text)).toEqual([alice]);
  });

  it('reads an entry without invisible characters', () => {
    const read = readContact(
      { address: ` ${OTHER_ACCOUNT.slice(2)}`, name: ' B\u202eob \n', note: 'a\u200bb' },
      [alice],
      null,
    );
    expect(read).toEqual({ ok: true, contact: { address: OTHER_ACCOUNT, name: 'B ob', note: 'a b' } });
  });

  it.each([
    ['no address', { address: '0x12' }, { address: 'notAnAddress', name: null }],
    ['a saved address', { address: ACCOUNT }, { address: 'known', name: null }],
    ['no name', { name: '\u200b ' }, { address: null, name: 'empty' }],
    ['a name that looks like a saved one', { name: 'Ａliｃe\u3164' }, { address: null, name: 'taken' }],
    ['the name of another contact', { name: 'aLICE' }, { address: null, name: 'taken' }],
  ])('refuses an entry with %s', (_what, change, problems) => {
    expect(readContact({ ...entry, ...change }, [alice], null)).toEqual({ ok: false, problems });
  });

  it('lets an edited contact keep its name and address', () => {
    expect(readContact({ ...entry, note: 'new' }, [alice, bob], bob)).toMatchObject({
      ok: true,
      contact: { note: 'new' },
    });
  });
});

describe('importContacts', () => {
  const carol = { address: terms.maker, name: 'Carol', note: '' };

  it('adds new contacts, and never changes an existing one', () => {
    const attacker = { address: terms.deposit.to, name: 'aLICE', note: '' };
    const renamed = { address: ACCOUNT, name: 'Mallory', note: '' };
    const file = [carol, attacker, renamed, { ...carol, name: 'Twice' }, { address: '0x12', name: 'No', note: '' }, 7];
    expect(importContacts([alice], file)).toEqual({ contacts: [alice, carol], added: 1, refused: 5 });
  });

  it('reads a thousand names that grow in their normal form', () => {
    // One of these characters stands for eighteen.
    const many = Array.from({ length: MAX_CONTACTS }, (_, index) => ({
      ...{
        address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
        name: `${index}`.padEnd(40, '\ufdfa'),
        note: '',
      },
    }));
    const start = performance.now();
    expect(importContacts([], many)).toMatchObject({ added: MAX_CONTACTS, refused: 0 });
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('stops at the limit', () => {
    const many = Array.from({ length: MAX_CONTACTS + 5 }, (_, index) => ({
      ...{ address: `0x${(index + 1).toString(16).padStart(40, '0')}`, name: `No. ${index}`, note: '' },
    }));
    expect(importContacts([alice], many)).toMatchObject({ added: MAX_CONTACTS - 1, refused: 6 });
  });
});

describe('recentRecipients', () => {
  const hash = `0x${'1'.repeat(64)}` as const;
  const sentTo = (recipient: Contact['address'], account = ACCOUNT): Transfer => ({
    ...{ status: 'sent', doubt: null, attempt: null, nonce: null, since: null, hash },
    terms: { ...terms, recipient, account },
  });
  const third = terms.maker;

  it('lists other accounts once, newest first', () => {
    const transfers = [sentTo(OTHER_ACCOUNT), sentTo(third), sentTo(ACCOUNT), sentTo(OTHER_ACCOUNT)];
    expect(recentRecipients(transfers, 5)).toEqual([OTHER_ACCOUNT, third]);
    expect(recentRecipients(transfers, 1)).toEqual([OTHER_ACCOUNT]);
  });

  it("leaves out unsent transfers, and this browser's own accounts", () => {
    const abandoned: Transfer = { status: 'abandoned', terms: { ...terms, recipient: OTHER_ACCOUNT }, attempt: null };
    expect(recentRecipients([abandoned], 5)).toEqual([]);
    expect(recentRecipients([sentTo(OTHER_ACCOUNT), sentTo(third, OTHER_ACCOUNT)], 5)).toEqual([third]);
  });

  it('ignores recipients from an imported file', () => {
    const imported = sentTo(third);
    const fromFile: Transfer = { ...imported, terms: { ...imported.terms, id: hash } };
    expect(recentRecipients([sentTo(OTHER_ACCOUNT), fromFile], 5)).toEqual([OTHER_ACCOUNT]);
    expect(usedAddresses([sentTo(OTHER_ACCOUNT), fromFile])).toEqual([ACCOUNT, OTHER_ACCOUNT]);
  });
});
