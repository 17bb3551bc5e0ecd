import { useState } from 'react';
import type { Address } from 'viem';
import { assertNever } from '#shared/assertNever.ts';
import { ContactForm } from '../../account/contacts/ContactForm.tsx';
import type { ContactStore } from '../../account/contacts/contactStore.ts';
import { useContacts } from '../../account/contacts/useContacts.ts';
import type { Contact, Contacts } from '../../account/model/contacts.ts';
import { findContacts } from '../../account/model/contacts.ts';
import type { ContactsFileProblem } from '../../account/model/contactsFile.ts';
import { readContactsFile } from '../../account/model/contactsFile.ts';
import { useTransfers } from '../../app/services.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { usedAddresses } from '../../transfer/model/recentRecipients.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { FullAddress } from '../../ui/FullAddress.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './recipient.module.css';

type Props = {
  /** Null outside of the form: a contact then opens to be edited. */
  readonly onChoose: ((address: Address) => void) | null;
  readonly onClose: () => void;
};

/** This browser's contacts: choose one, add or import some, or edit one. */
export function AddressBook({ onChoose, onClose }: Props) {
  const { t } = useTexts('app');
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
        onChoose={
          onChoose &&
          ((address) => {
            onChoose(address);
            onClose();
          })
        }
        onEdit={(edited) => setForm({ edited })}
      />
      {book ? <ImportContacts book={book} /> : null}
    </Dialog>
  );
}

const SEARCH_FROM = 7;

type ListProps = {
  readonly contacts: Contacts;
  readonly onChoose: Props['onChoose'];
  readonly onEdit: (contact: Contact) => void;
};

function ContactList({ contacts, onChoose, onEdit }: ListProps) {
  const { t } = useTexts('app');
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
      <ul className={styles.contacts}>
        {shown.map((contact) => (
          <li key={contact.address}>
            <button
              type="button"
              className={styles.contact}
              onClick={() => (onChoose ? onChoose(contact.address) : onEdit(contact))}
            >
              <bdi className={styles.name}>{contact.name}</bdi>
              {contact.note ? <bdi>{contact.note}</bdi> : null}
              <FullAddress address={contact.address} />
            </button>
            {onChoose ? (
              <button
                type="button"
                className={styles.edit}
                aria-label={t('editContact', { name: contact.name })}
                onClick={() => onEdit(contact)}
              >
                {t('edit')}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p role="status">{t('noContacts')}</p> : null}
    </>
  );
}

type Import =
  | { readonly kind: 'read'; readonly contacts: readonly unknown[] }
  | { readonly kind: 'added'; readonly added: number; readonly refused: number }
  | { readonly kind: 'notStored' }
  | { readonly kind: 'unusable'; readonly problem: ContactsFileProblem };

/**
 * Imports the contacts of an exported file. The person decides, because a stranger's file could give an attacker's
 * address a friend's name.
 */
function ImportContacts({ book }: { readonly book: ContactStore }) {
  const { t } = useTexts('app');
  const [state, setState] = useState<Import | null>(null);
  async function read(file: File): Promise<Import> {
    const found = await readContactsFile(file).catch(() => ({ ok: false, problem: 'notReadable' }) as const);
    return found.ok ? { kind: 'read', contacts: found.contacts } : { kind: 'unusable', problem: found.problem };
  }
  const add = (contacts: readonly unknown[]) => {
    const counts = book.addAll(contacts);
    setState(counts ? { kind: 'added', ...counts } : { kind: 'notStored' });
  };
  return (
    <div className={styles.import}>
      <FileButton
        label={t('importContacts')}
        size="small"
        kind="quiet"
        accept=".json,application/json"
        onFile={(file) => void read(file).then(setState)}
      />
      {state ? <ImportResult state={state} onAdd={add} /> : null}
    </div>
  );
}

function ImportResult({
  state,
  onAdd,
}: {
  readonly state: Import;
  readonly onAdd: (contacts: readonly unknown[]) => void;
}) {
  const { t } = useTexts('app');
  switch (state.kind) {
    case 'read':
      return (
        <Notice tone="info" title={t('fileContacts', { count: state.contacts.length })}>
          <p>{t('fileContactsText')}</p>
          <Button onClick={() => onAdd(state.contacts)}>{t('addContacts')}</Button>
        </Notice>
      );
    case 'added':
      return (
        <Notice tone="good" title={t('contactsAdded', { count: state.added })}>
          {state.refused > 0 ? <p>{t('contactsRefused', { count: state.refused })}</p> : null}
        </Notice>
      );
    case 'notStored':
      return <Notice tone="danger">{t('addRefused_notStored')}</Notice>;
    case 'unusable':
      return <Notice tone="danger">{t(`contactsFile_${state.problem}`)}</Notice>;
    default:
      return assertNever(state);
  }
}
