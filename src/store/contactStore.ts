import * as v from 'valibot';
import type { Address } from 'viem';
import { createStore } from 'zustand/vanilla';
import { addressWire } from '#shared/wire/primitives.ts';
import type { Contact, Contacts } from '../domain/contacts.ts';
import { cleanLine, importContacts, MAX_NAME, MAX_NOTE, withContact, withoutContact } from '../domain/contacts.ts';

type ContactState = {
  /** Sorted by name. */
  readonly contacts: Contacts;
  /**
   * Saves a new contact, or one instead of an entry with another address.
   * @returns whether the browser stored it
   */
  readonly save: (contact: Contact, instead?: Address) => boolean;
  readonly remove: (address: Address) => boolean;
  /** Adds the contacts of a file. @returns how many; null if the browser did not store them */
  readonly addAll: (entries: readonly unknown[]) => { readonly added: number; readonly refused: number } | null;
  /** Reads the changes of other tabs. */
  readonly refresh: () => void;
};

const VERSION = 1;
const line = (count: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => cleanLine(text, count)),
  );
const storedContacts = v.object({
  version: v.literal(VERSION),
  contacts: v.array(v.object({ address: addressWire, name: line(MAX_NAME), note: line(MAX_NOTE) })),
});

/** The address book of this browser. */
export function createContactStore(storage: Pick<Storage, 'getItem' | 'setItem'>, installation: string) {
  const key = `causeway.contacts.${installation}`;

  /** Null for a book of a later version: it must stay as it is. */
  function read(): Contacts | null {
    const text = storage.getItem(key);
    if (text === null) return [];
    try {
      return v.parse(storedContacts, JSON.parse(text)).contacts;
    } catch {
      return null;
    }
  }

  return createStore<ContactState>((set) => {
    function change(apply: (contacts: Contacts) => Contacts): boolean {
      const before = read();
      if (before === null) return false;
      const contacts = apply(before);
      try {
        storage.setItem(key, JSON.stringify({ version: VERSION, contacts }));
      } catch {
        return false;
      }
      set({ contacts });
      return true;
    }
    return {
      contacts: read() ?? [],
      save: (contact, instead = contact.address) =>
        change((contacts) => withContact(withoutContact(contacts, instead), contact)),
      remove: (address) => change((contacts) => withoutContact(contacts, address)),
      addAll: (entries) => {
        let counts = { added: 0, refused: 0 };
        const isStored = change((contacts) => {
          const { contacts: all, ...result } = importContacts(contacts, entries);
          counts = result;
          return all;
        });
        return isStored ? counts : null;
      },
      refresh: () => set({ contacts: read() ?? [] }),
    };
  });
}

export type ContactStore = ReturnType<typeof createContactStore>;
