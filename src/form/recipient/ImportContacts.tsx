import { useState } from 'react';
import { assertNever } from '#shared/assertNever.ts';
import type { ContactStore } from '../../account/contacts/contactStore.ts';
import type { ContactsFileProblem } from '../../account/model/contactsFile.ts';
import { readContactsFile } from '../../account/model/contactsFile.ts';
import { exchangeWords } from '../../i18n/exchange/exchangeWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './AddressBook.module.css';

type State =
  | { readonly kind: 'read'; readonly contacts: readonly unknown[] }
  | { readonly kind: 'added'; readonly added: number; readonly refused: number }
  | { readonly kind: 'notStored' }
  | { readonly kind: 'unusable'; readonly problem: ContactsFileProblem };

/** Imports the contacts of an exported file. The person decides: a stranger's file could give an attacker a friend's name. */
export function ImportContacts({ book }: { readonly book: ContactStore }) {
  const { t } = useWords(exchangeWords);
  const [state, setState] = useState<State | null>(null);
  async function read(file: File): Promise<State> {
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
      {state ? <Result state={state} onAdd={add} /> : null}
    </div>
  );
}

function Result({ state, onAdd }: { readonly state: State; readonly onAdd: (contacts: readonly unknown[]) => void }) {
  const { t } = useWords(exchangeWords);
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
      return <Notice tone="danger">{t('refused_notStored')}</Notice>;
    case 'unusable':
      return <Notice tone="danger">{t(`file_${state.problem}`)}</Notice>;
    default:
      return assertNever(state);
  }
}
