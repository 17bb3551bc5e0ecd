import { useState } from 'react';
import { ContactDialog } from '../account/contacts/ContactForm.tsx';
import { useContacts } from '../account/contacts/useContacts.ts';
import { contactOf } from '../account/model/contacts.ts';
import { useTransfers } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Button } from '../ui/Button.tsx';
import { usedAddresses } from './model/recentRecipients.ts';
import type { TransferTerms } from './model/transferTerms.ts';

type Props = { readonly terms: TransferTerms };

/** Offers to save the recipient of a delivered transfer. Hidden for a saved one and for this browser's own accounts. */
export function SaveRecipient({ terms: { recipient } }: Props) {
  const { t } = useTexts('app');
  const { contacts, book } = useContacts();
  const transfers = Object.values(useTransfers());
  const [isOpen, setOpen] = useState(false);
  const isOwn = transfers.some(({ terms }) => terms.account === recipient);
  if (!book || isOwn || contactOf(contacts, recipient)) return null;
  const used = usedAddresses(transfers);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('saveRecipient')}</Button>
      {isOpen ? (
        <ContactDialog
          entry={{ address: recipient, name: '', note: '' }}
          edited={null}
          contacts={contacts}
          known={[...contacts.map(({ address }) => address), ...used]}
          onSave={book.save}
          onRemove={book.remove}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
