import { useState } from 'react';
import { useTransfers } from '../../context/appServices.ts';
import { useContacts } from '../../context/useContacts.ts';
import { contactOf } from '../../domain/contacts.ts';
import { usedAddresses } from '../../domain/recents.ts';
import type { TransferTerms } from '../../domain/transferTerms.ts';
import { Button } from '../../ui/Button.tsx';
import { ContactDialog } from '../../ui/people/ContactDialog.tsx';
import { recipientWords } from '../../words/recipient/recipientWords.ts';
import { useWords } from '../../words/useWords.ts';

type Props = { readonly terms: TransferTerms };

/** Offers to save the recipient of a delivered transfer. Absent for a saved one and for accounts of this browser. */
export function SaveRecipient({ terms: { recipient } }: Props) {
  const { t } = useWords(recipientWords);
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
