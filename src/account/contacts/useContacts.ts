import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useAppServices } from '../../app/services.ts';
import type { Contacts } from '../model/contacts.ts';
import type { ContactStore } from './contactStore.ts';

const NO_CONTACTS: Contacts = [];
const NO_BOOK = { get: () => NO_CONTACTS, subscribe: () => () => {} };

/** The address book. Until its code has loaded, it is empty and its store null, so that nothing waits for it. */
export function useContacts(): { readonly contacts: Contacts; readonly book: ContactStore | null } {
  const { contacts: load } = useAppServices();
  const { data: book = null } = useQuery({
    queryKey: ['contactStore'],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const { subscribe, get } = book ?? NO_BOOK;
  return { contacts: useSyncExternalStore(subscribe, get), book };
}
