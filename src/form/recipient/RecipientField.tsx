import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Address } from 'viem';
import { useContacts } from '../../account/contacts/useContacts.ts';
import type { Contacts } from '../../account/model/contacts.ts';
import { contactOf, findContacts } from '../../account/model/contacts.ts';
import { useAppServices, useTransfers } from '../../app/services.ts';
import type { Texts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { recentRecipients } from '../../transfer/model/recentRecipients.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { TextButton } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { isFocusedByKey } from '../../ui/followPresses.ts';
import { Icon } from '../../ui/Icon.tsx';
import { lazyChunk } from '../../ui/lazyChunk.tsx';
import type { Form } from '../model/form.ts';
import type { RecipientProblem } from '../model/readRecipient.ts';
import { isRecipient, readRecipient } from '../model/readRecipient.ts';
import { RecipientPreview } from './RecipientPreview.tsx';
import styles from './recipient.module.css';
import { NAME_KEY } from './useLearned.ts';

type Props = {
  readonly form: Form;
  readonly account: Address | undefined;
  readonly takesFocus: boolean;
  readonly onChange: (text: string) => void;
  /** The field is on the page, and has the focus if it takes it. */
  readonly onOpened: () => void;
  /** Switches back to the user's own account. */
  readonly onClose: () => void;
};

/** The app loads this module when a person changes the recipient, or a link names one. */
export function RecipientField({ form, account, takesFocus, onChange, onOpened, onClose }: Props) {
  const { t } = useTexts('app');
  const { config } = useAppServices();
  const { contacts } = useContacts();
  const shown = entryShown(form, contacts);
  const input = useRef<HTMLInputElement>(null);
  const tellOpened = useEffectEvent(onOpened);
  useEffect(() => tellOpened(), []);
  const choose = (address: Address) => {
    // The chosen button disappears. Keyboard focus moves to the field, but not on a phone, where that would open the
    // on-screen keyboard.
    if (isFocusedByKey()) input.current?.focus();
    onChange(address);
  };
  const hasNames = config.chains.some(({ nameResolver }) => nameResolver !== undefined);
  return (
    <div className={styles.recipient}>
      <Field
        ref={input}
        label={t(hasNames ? 'recipientAddressOrName' : 'recipientAddress')}
        labelAction={<TextButton onClick={onClose}>{t('useMyAccount')}</TextButton>}
        isCode
        autoFocus={takesFocus}
        maxLength={120}
        value={form.recipientText}
        problem={shown.kind === 'problem' ? t(`recipient_${shown.problem}`) : null}
        hint={hintOf(shown, form, t)}
        onChange={(event) => onChange(event.target.value)}
      />
      {shown.kind === 'problem' && (shown.problem === 'nameUnanswered' || shown.problem === 'nameDiffers') ? (
        <AskAgain />
      ) : null}
      {shown.kind === 'recipient' ? <RecipientPreview address={shown.address} {...{ form, account }} /> : null}
      {shown.kind === 'people' ? <PeopleList {...shown} all={contacts} onChoose={choose} /> : null}
    </div>
  );
}

function hintOf(shown: EntryShown, { recipientText }: Form, t: Texts<'app'>['t']): string | null {
  if (shown.kind === 'pending') return t('lookingUpName', { name: recipientText.trim() });
  return shown.kind === 'people' && shown.isEmpty ? t('recipientEmpty') : null;
}

/** What the field shows below the typed text. */
type EntryShown =
  /** Nothing is typed, or a fragment of a contact's name. */
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

function AskAgain() {
  const { t } = useTexts('app');
  const queryClient = useQueryClient();
  const ask = () => void queryClient.resetQueries({ queryKey: [NAME_KEY] });
  return <TextButton onClick={ask}>{t('tryAgain')}</TextButton>;
}

const AddressBook = lazyChunk(async () => (await import('./AddressBook.tsx')).AddressBook, 'dialog');

const SHOWN = 4;

type PeopleProps = {
  /** Nothing is typed, so recent recipients show as well. */
  readonly isEmpty: boolean;
  readonly contacts: Contacts;
  /** The whole address book, which names the recent recipients. */
  readonly all: Contacts;
  readonly onChoose: (address: Address) => void;
};

/** Recipients to choose from. The full address shows once one is chosen. */
function PeopleList({ isEmpty, contacts, all, onChoose }: PeopleProps) {
  const { t } = useTexts('app');
  const transfers = Object.values(useTransfers());
  const [isBookOpen, setBookOpen] = useState(false);
  const recents = isEmpty ? recentRecipients(transfers, SHOWN) : [];
  const others = contacts.filter(({ address }) => !recents.includes(address)).slice(0, SHOWN);
  const recentPeople = recents.map((address) => ({ address, name: contactOf(all, address)?.name ?? null }));
  return (
    <div className={styles.people}>
      <Group title={t('recentRecipients')} people={recentPeople} onChoose={onChoose} />
      <Group title={t('savedContacts')} people={others} onChoose={onChoose} />
      <TextButton onClick={() => setBookOpen(true)}>
        <Icon name="book" size={16} />
        {t('addressBook')}
      </TextButton>
      {isBookOpen ? <AddressBook onChoose={onChoose} onClose={() => setBookOpen(false)} /> : null}
    </div>
  );
}

type Person = { readonly address: Address; readonly name: string | null };
type GroupProps = {
  readonly title: string;
  readonly people: readonly Person[];
  readonly onChoose: (address: Address) => void;
};

function Group({ title, people, onChoose }: GroupProps) {
  if (people.length === 0) return null;
  return (
    <section className={styles.group} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {people.map(({ address, name }) => (
          <li key={address}>
            <button type="button" className={styles.person} onClick={() => onChoose(address)}>
              {name ? <bdi>{name}</bdi> : null}
              <AddressText address={address} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
