import { useState } from 'react';
import type { Address } from 'viem';
import type { Contacts } from '../../account/model/contacts.ts';
import { contactOf } from '../../account/model/contacts.ts';
import { useTransfers } from '../../app/services.ts';
import { recipientWords } from '../../i18n/recipient/recipientWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { recentRecipients } from '../../transfer/model/recentRecipients.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lazyPart } from '../../ui/part/lazyPart.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import styles from './PeopleList.module.css';

const AddressBook = lazyPart(async () => (await import('./AddressBook.tsx')).AddressBook, 'dialog');

const SHOWN = 4;

type Props = {
  /** Nothing is typed, so recent recipients show as well. */
  readonly isEmpty: boolean;
  readonly contacts: Contacts;
  /** The whole address book: it names the recent recipients. */
  readonly all: Contacts;
  readonly onChoose: (address: Address) => void;
};

/** Recipients to choose from. The full address shows once one is chosen. */
export function PeopleList({ isEmpty, contacts, all, onChoose }: Props) {
  const { t } = useWords(recipientWords);
  const transfers = Object.values(useTransfers());
  const [isBookOpen, setBookOpen] = useState(false);
  const recents = isEmpty ? recentRecipients(transfers, SHOWN) : [];
  const others = contacts.filter(({ address }) => !recents.includes(address)).slice(0, SHOWN);
  const recentPeople = recents.map((address) => ({ address, name: contactOf(all, address)?.name ?? null }));
  return (
    <div className={styles.people}>
      <Group title={t('recent')} people={recentPeople} onChoose={onChoose} />
      <Group title={t('saved')} people={others} onChoose={onChoose} />
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
