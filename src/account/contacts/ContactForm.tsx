import { useState } from 'react';
import type { Address } from 'viem';
import { useTexts } from '../../i18n/useTexts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { FullAddress } from '../../ui/FullAddress.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from '../account.module.css';
import type { Contact, ContactEntry, ContactProblems, Contacts } from '../model/contacts.ts';
import { MAX_NAME, MAX_NOTE, readContact } from '../model/contacts.ts';
import { findLookAlike } from '../model/lookAlike.ts';
import { readAddressText } from '../model/readAddressText.ts';

/** Adds a contact to the address book, or changes or deletes one. */
export function ContactForm({ entry, edited, contacts, known, onSave, onRemove, onDone }: ContactFormProps) {
  const { t } = useTexts('app');
  const [typed, setTyped] = useState(entry);
  const [problems, setProblems] = useState(FINE);
  const [isLost, setLost] = useState(false);
  const address = readAddressText(typed.address)?.address;
  const resembled = address && findLookAlike(address, known);
  const change = (key: keyof ContactEntry) => (event: { readonly target: { readonly value: string } }) => {
    setTyped((before) => ({ ...before, [key]: event.target.value }));
    setProblems(FINE);
  };
  const keep = (isStored: boolean) => (isStored ? onDone() : setLost(true));

  function save(): void {
    const read = readContact(typed, contacts, edited);
    if (read.ok) keep(onSave(read.contact, edited?.address));
    else setProblems(read.problems);
  }

  return (
    <form
      className={styles.column}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field
        label={t('contactName')}
        problem={problems.name && t(nameTexts[problems.name])}
        autoComplete="off"
        autoFocus
        maxLength={MAX_NAME}
        value={typed.name}
        onChange={change('name')}
      />
      <Field
        label={t('contactAddress')}
        problem={problems.address && t(addressTexts[problems.address])}
        isCode
        maxLength={120}
        value={typed.address}
        hint={address ? <FullAddress address={address} /> : null}
        onChange={change('address')}
      />
      {resembled ? <Notice tone="warning">{t('resembles', { known: resembled })}</Notice> : null}
      <Field
        label={t('contactNote')}
        problem={null}
        autoComplete="off"
        maxLength={MAX_NOTE}
        value={typed.note}
        onChange={change('note')}
      />
      {isLost ? <Notice tone="danger">{t('contactNotStored')}</Notice> : null}
      <div className={styles.actions}>
        <Button type="submit" kind="primary">
          {t('saveContact')}
        </Button>
        <Button onClick={onDone}>{t('cancel')}</Button>
      </div>
      {edited ? <RemoveContact name={edited.name} onRemove={() => keep(onRemove(edited.address))} /> : null}
    </form>
  );
}

type Props = { readonly name: string; readonly onRemove: () => void };

/** Deletes a contact after a second click, because it can't be undone. */
function RemoveContact({ name, onRemove }: Props) {
  const { t } = useTexts('app');
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <div className={styles.remove}>
        <Button kind="quiet" onClick={() => setAsked(true)}>
          {t('remove')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.remove}>
      <p role="alert">{t('removeQuestion', { name })}</p>
      <div className={styles.actions}>
        <Button onClick={onRemove}>{t('remove')}</Button>
        <Button onClick={() => setAsked(false)}>{t('keep')}</Button>
      </div>
    </div>
  );
}

const FINE: ContactProblems = { address: null, name: null };
const addressTexts = { notAnAddress: 'recipient_notAnAddress', known: 'addressSaved' } as const;
const nameTexts = { empty: 'nameMissing', taken: 'nameTaken' } as const;

type ContactFormProps = {
  readonly entry: ContactEntry;
  /** The contact being edited; null for a new one. */
  readonly edited: Contact | null;
  readonly contacts: Contacts;
  /** Addresses that this browser has used or saved. */
  readonly known: readonly Address[];
  /** @returns whether the browser stored it */
  readonly onSave: (contact: Contact, instead?: Address) => boolean;
  readonly onRemove: (address: Address) => boolean;
  readonly onDone: () => void;
};

type DialogProps = Omit<ContactFormProps, 'onDone'> & { readonly onClose: () => void };

export function ContactDialog({ onClose, ...form }: DialogProps) {
  const { t } = useTexts('app');
  const title = form.edited ? t('editContact', { name: form.edited.name }) : t('newContact');
  return (
    <Dialog title={title} onClose={onClose}>
      <ContactForm {...form} onDone={onClose} />
    </Dialog>
  );
}
