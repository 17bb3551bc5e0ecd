import type { Address } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import { firstCharacters, plainLine, skeletonOf } from '#shared/foreignText.ts';
import { readAddressText } from './readAddressText.ts';

/** An entry of the address book. Each address has at most one. */
export type Contact = {
  readonly address: Address;
  readonly name: string;
  /** May be empty. */
  readonly note: string;
};

export type Contacts = readonly Contact[];

export type ContactEntry = { readonly address: string; readonly name: string; readonly note: string };

export type ContactProblems = {
  readonly address: 'notAnAddress' | 'known' | null;
  readonly name: 'empty' | 'taken' | null;
};

export const MAX_NAME = 40;
export const MAX_NOTE = 200;
export const MAX_CONTACTS = 1_000;

/** One line without invisible characters. With direction marks, a name could pass for another one. */
export function cleanLine(text: string, count: number): string {
  return firstCharacters(plainLine(text), count).trim();
}

export function contactOf(contacts: Contacts, address: string): Contact | undefined {
  return contacts.find((contact) => isSameAddress(contact.address, address));
}

export function withoutContact(contacts: Contacts, address: Address): Contacts {
  return contacts.filter((contact) => !isSameAddress(contact.address, address));
}

const byName = (a: Contact, b: Contact) => a.name.localeCompare(b.name);

/** Saves a contact, replacing the entry with its address. Sorted by name. */
export function withContact(contacts: Contacts, contact: Contact): Contacts {
  return [...withoutContact(contacts, contact.address), contact].sort(byName);
}

export type ContactResult =
  | { readonly ok: true; readonly contact: Contact }
  | { readonly ok: false; readonly problems: ContactProblems };

const skeletonsOf = (contacts: Contacts) => new Set(contacts.map(({ name }) => skeletonOf(name)));

/** @param taken the skeletons of the other contacts' names */
function readEntry(entry: ContactEntry, others: Contacts, taken: ReadonlySet<string>): ContactResult {
  const name = cleanLine(entry.name, MAX_NAME);
  const read = readAddressText(entry.address);
  const address = read === null ? 'notAnAddress' : contactOf(others, read.address) ? 'known' : null;
  const nameProblem = name === '' ? 'empty' : taken.has(skeletonOf(name)) ? 'taken' : null;
  if (read === null || address !== null || nameProblem !== null) {
    return { ok: false, problems: { address, name: nameProblem } };
  }
  return { ok: true, contact: { address: read.address, name, note: cleanLine(entry.note, MAX_NOTE) } };
}

/**
 * Reads an entry of the address book.
 * @param edited the contact being edited; null for a new one
 */
export function readContact(entry: ContactEntry, contacts: Contacts, edited: Contact | null): ContactResult {
  const others = edited ? withoutContact(contacts, edited.address) : contacts;
  return readEntry(entry, others, skeletonsOf(others));
}

const entryOf = (value: unknown): ContactEntry => {
  const given: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
  const textOf = (key: keyof ContactEntry) => (typeof given[key] === 'string' ? given[key] : '');
  return { address: textOf('address'), name: textOf('name'), note: textOf('note') };
};

/** Adds the contacts of a file. Existing contacts never change, because a file may come from a stranger. */
export function importContacts(contacts: Contacts, entries: readonly unknown[]) {
  const all = [...contacts];
  // Made once: for a thousand contacts with long names, making them for each entry takes a minute.
  const taken = skeletonsOf(contacts);
  for (const entry of entries.slice(0, MAX_CONTACTS)) {
    const read = readEntry(entryOf(entry), all, taken);
    if (!read.ok || all.length >= MAX_CONTACTS) continue;
    all.push(read.contact);
    taken.add(skeletonOf(read.contact.name));
  }
  const added = all.length - contacts.length;
  return { contacts: all.sort(byName), added, refused: entries.length - added };
}

/** The contacts whose name, note or address contains a text. */
export function findContacts(contacts: Contacts, text: string): Contacts {
  const wanted = text.trim().toLowerCase();
  return contacts.filter(({ name, note, address }) => `${name}\n${note}\n${address}`.toLowerCase().includes(wanted));
}
