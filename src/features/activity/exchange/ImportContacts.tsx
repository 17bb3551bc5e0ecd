import { useState } from 'react';
import { useContacts } from '../../../context/useContacts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { exchangeWords } from '../../../words/exchange/exchangeWords.ts';
import { useWords } from '../../../words/useWords.ts';

type Result = { readonly added: number; readonly refused: number } | 'notStored' | null;

/** Offers the contacts of an imported file. The person decides: a stranger's file could give an attacker a friend's name. */
export function ImportContacts({ entries }: { readonly entries: readonly unknown[] }) {
  const { t } = useWords(exchangeWords);
  const { book } = useContacts();
  const [result, setResult] = useState<Result>(null);
  if (entries.length === 0 || !book) return null;
  if (result === 'notStored') return <Notice tone="danger">{t('refused_notStored')}</Notice>;
  if (result) {
    return (
      <Notice tone="good" title={t('contactsAdded', { count: result.added })}>
        {result.refused > 0 ? <p>{t('contactsRefused', { count: result.refused })}</p> : null}
      </Notice>
    );
  }
  return (
    <Notice tone="info" title={t('fileContacts', { count: entries.length })}>
      <p>{t('fileContactsText')}</p>
      <Button onClick={() => setResult(book.addAll(entries) ?? 'notStored')}>{t('addContacts')}</Button>
    </Notice>
  );
}
