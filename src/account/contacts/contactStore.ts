import * as v from 'valibot';
import type { Address } from 'viem';
import { addressWire } from '#shared/wire/primitives.ts';
import type { StorageArea } from '../../lib/createStored.ts';
import { createStored } from '../../lib/createStored.ts';
import type { Contact, Contacts } from '../model/contacts.ts';
import { cleanLine, importContacts, MAX_NAME, MAX_NOTE, withContact, withoutContact } from '../model/contacts.ts';

const line = (count: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => cleanLine(text, count)),
  );
const schema = v.array(v.strictObject({ address: addressWire, name: line(MAX_NAME), note: line(MAX_NOTE) }));

/** This browser's address book, sorted by name. */
export function createContactStore(area: () => StorageArea, installation: string) {
  const stored = createStored<Contacts>(area, { key: `causeway.contacts.${installation}`, schema, empty: [] });
  return {
    get: stored.get,
    subscribe: stored.subscribe,
    /**
     * Saves a contact: a new one, or one that replaces an entry with a different address.
     * @returns whether the browser stored it
     */
    save: (contact: Contact, instead: Address = contact.address): boolean =>
      stored.change((contacts) => withContact(withoutContact(contacts, instead), contact)),
    remove: (address: Address): boolean => stored.change((contacts) => withoutContact(contacts, address)),
    /**
     * Adds the contacts of a file.
     * @returns how many; null if the browser did not store them
     */
    addAll: (entries: readonly unknown[]): { readonly added: number; readonly refused: number } | null => {
      let counts = { added: 0, refused: 0 };
      const isStored = stored.change((contacts) => {
        const { contacts: all, ...result } = importContacts(contacts, entries);
        counts = result;
        return all;
      });
      return isStored ? counts : null;
    },
  };
}

export type ContactStore = ReturnType<typeof createContactStore>;
