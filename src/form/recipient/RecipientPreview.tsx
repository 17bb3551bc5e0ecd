import { useState } from 'react';
import type { Address } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import { useContacts } from '../../account/contacts/useContacts.ts';
import type { Contacts } from '../../account/model/contacts.ts';
import { contactOf } from '../../account/model/contacts.ts';
import { findLookAlike } from '../../account/model/lookAlike.ts';
import { useTransfers } from '../../app/services.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { usedAddresses } from '../../transfer/model/recentRecipients.ts';
import { shortAddress } from '../../ui/AddressText.tsx';
import { Announcement } from '../../ui/Announcement.tsx';
import { TextButton } from '../../ui/Button.tsx';
import { FullAddress } from '../../ui/FullAddress.tsx';
import { lazyChunk } from '../../ui/lazyChunk.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Form } from '../model/form.ts';
import type { ResolvedName } from '../model/readRecipient.ts';
import { resolvedName } from '../model/readRecipient.ts';
import styles from './recipient.module.css';

const ContactDialog = lazyChunk(
  async () => (await import('../../account/contacts/ContactForm.tsx')).ContactDialog,
  'dialog',
);

type Props = { readonly address: Address; readonly form: Form; readonly account: Address | undefined };

/** The address that the transfer pays, in full, and what this browser knows about it. */
export function RecipientPreview({ address, form, account }: Props) {
  const { t, rich } = useTexts('app');
  const { contacts, book } = useContacts();
  const transfers = Object.values(useTransfers());
  const [isSaving, setSaving] = useState(false);
  const contact = contactOf(contacts, address);
  const name = resolvedName(form);
  const used = usedAddresses(transfers);
  const known = [...(account ? [account] : []), ...contacts.map((one) => one.address), ...used];
  const resembled = findLookAlike(address, known);
  const isOwn = account !== undefined && isSameAddress(address, account);
  return (
    <div className={styles.preview}>
      <div className={styles.head}>
        <span>{contact ? rich('savedAs', { name: <bdi>{contact.name}</bdi> }) : t('sendsTo')}</span>
        {book && !isOwn ? (
          <TextButton onClick={() => setSaving(true)}>
            {contact ? t('editContact', { name: contact.name }) : t('saveAddress')}
          </TextButton>
        ) : null}
      </div>
      <FullAddress address={address} />
      <Announcement text={`${t('sendsTo')} ${shortAddress(address)}`} />
      {name ? <NameFacts name={name} destination={form.route.destination.name} /> : null}
      {resembled ? <Notice tone="warning">{t('resembles', { known: nameOf(contacts, resembled) })}</Notice> : null}
      {isSaving && book ? (
        <ContactDialog
          entry={contact ?? { address, name: name?.name ?? '', note: '' }}
          edited={contact ?? null}
          {...{ contacts, known }}
          onSave={book.save}
          onRemove={book.remove}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </div>
  );
}

function nameOf(contacts: Contacts, address: Address): string {
  const contact = contactOf(contacts, address);
  return contact ? `${contact.name}, ${address}` : address;
}

function NameFacts({ name, destination }: { readonly name: ResolvedName; readonly destination: string }) {
  const { t, rich } = useTexts('app');
  return (
    <>
      <p>{rich('nameReadAt', { name: <b>{name.name}</b>, chain: name.chainName, block: `${name.block}` })}</p>
      {name.isForDestination ? null : <p>{t('nameOfEthereum', { chain: destination })}</p>}
      {name.sources < 2 ? <Notice tone="warning">{t('nameFromOneProvider')}</Notice> : null}
    </>
  );
}
