import type { Address } from 'viem';
import type { Contacts } from '../../../domain/contacts.ts';
import { findContacts } from '../../../domain/contacts.ts';
import type { Form } from '../../../domain/form.ts';
import type { RecipientProblem } from '../../../domain/readRecipient.ts';
import { isRecipient, readRecipient } from '../../../domain/readRecipient.ts';

/** What the field shows below the typed text. */
export type EntryShown =
  /** Nothing typed, or a part of a contact's name. */
  | { readonly kind: 'people'; readonly isEmpty: boolean; readonly contacts: Contacts }
  | { readonly kind: 'recipient'; readonly address: Address }
  | { readonly kind: 'pending' }
  | { readonly kind: 'problem'; readonly problem: Exclude<RecipientProblem, 'namePending'> };

export function entryShown(form: Form, contacts: Contacts): EntryShown {
  const { recipientText } = form;
  if (recipientText.trim() === '') return { kind: 'people', isEmpty: true, contacts };
  const read = readRecipient(form);
  if (isRecipient(read)) return { kind: 'recipient', address: read };
  if (read === 'namePending') return { kind: 'pending' };
  const found = read === 'notAnAddress' ? findContacts(contacts, recipientText) : [];
  return found.length > 0 ? { kind: 'people', isEmpty: false, contacts: found } : { kind: 'problem', problem: read };
}
