import { useState } from 'react';
import type { Address } from 'viem';
import { ContactForm } from '../../account/contacts/ContactForm.tsx';
import { useContacts } from '../../account/contacts/useContacts.ts';
import type { Contact, Contacts } from '../../account/model/contacts.ts';
import { findContacts } from '../../account/model/contacts.ts';
import { useTransfers } from '../../app/services.ts';
import { recipientWords } from '../../i18n/recipient/recipientWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { usedAddresses } from '../../transfer/model/recentRecipients.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { FullAddress } from '../../ui/FullAddress.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './AddressBook.module.css';
import { ImportContacts } from './ImportContacts.tsx';

const SEARCH_FROM = 7;

type Props = { readonly onChoose: (address: Address) => void; readonly onClose: () => void };

/** The contacts of this browser: choose one, add or import some, or change one. */
export function AddressBook({ onChoose, onClose }: Props) {
  const { t } = useWords(recipientWords);
  const { contacts, book } = useContacts();
  const transfers = Object.values(useTransfers());
  const [form, setForm] = useState<{ readonly edited: Contact | null } | null>(null);
  if (form && book) {
    const { edited } = form;
    const used = usedAddresses(transfers);
    return (
      <Dialog title={edited ? t('editContact', { name: edited.name }) : t('newContact')} onClose={onClose}>
        <ContactForm
          entry={edited ?? { address: '', name: '', note: '' }}
          {...{ edited, contacts }}
          known={[...contacts.map(({ address }) => address), ...used]}
          onSave={book.save}
          onRemove={book.remove}
          onDone={() => setForm(null)}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t('addressBook')}
      onClose={onClose}
      footer={
        <Button disabled={book === null} onClick={() => setForm({ edited: null })}>
          {t('addContact')}
        </Button>
      }
    >
      <ContactList
        contacts={contacts}
        onChoose={(address) => {
          onChoose(address);
          onClose();
        }}
        onEdit={(edited) => setForm({ edited })}
      />
      {book ? <ImportContacts book={book} /> : null}
    </Dialog>
  );
}

type ListProps = {
  readonly contacts: Contacts;
  readonly onChoose: (address: Address) => void;
  readonly onEdit: (contact: Contact) => void;
};

function ContactList({ contacts, onChoose, onEdit }: ListProps) {
  const { t } = useWords(recipientWords);
  const [search, setSearch] = useState('');
  const shown = findContacts(contacts, search);
  if (contacts.length === 0) {
    return (
      <Notice tone="info" title={t('emptyBook')}>
        {t('emptyBookText')}
      </Notice>
    );
  }
  return (
    <>
      {contacts.length >= SEARCH_FROM ? (
        <Field
          label={t('searchContacts')}
          isLabelHidden
          type="search"
          icon="search"
          problem={null}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      <ul className={styles.list}>
        {shown.map((contact) => (
          <li key={contact.address}>
            <button type="button" className={styles.contact} onClick={() => onChoose(contact.address)}>
              <bdi className={styles.name}>{contact.name}</bdi>
              {contact.note ? <bdi>{contact.note}</bdi> : null}
              <FullAddress address={contact.address} />
            </button>
            <button
              type="button"
              className={styles.edit}
              aria-label={t('editContact', { name: contact.name })}
              onClick={() => onEdit(contact)}
            >
              {t('edit')}
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p role="status">{t('noContacts')}</p> : null}
    </>
  );
}
