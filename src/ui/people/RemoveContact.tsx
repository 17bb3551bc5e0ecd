import { useState } from 'react';
import { recipientWords } from '../../words/recipient/recipientWords.ts';
import { useWords } from '../../words/useWords.ts';
import { Button } from '../Button.tsx';
import styles from './ContactForm.module.css';

type Props = { readonly name: string; readonly onRemove: () => void };

/** Deletes a contact after a second click: nothing brings it back. */
export function RemoveContact({ name, onRemove }: Props) {
  const { t } = useWords(recipientWords);
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
