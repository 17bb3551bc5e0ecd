import { useId, useState } from 'react';
import type { Address } from 'viem';
import { AddressText } from '../../../ui/AddressText.tsx';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import panel from './Panel.module.css';
import styles from './RecipientField.module.css';

type Props = {
  readonly account: Address | undefined;
  readonly text: string;
  readonly problem: string | null;
  readonly onChange: (text: string) => void;
};

/** Shows the recipient, or a field to change it. An empty field means the user's own account. */
export function RecipientField({ account, text, problem, onChange }: Props) {
  const { t, rich } = useWords(mainWords);
  const [isOpen, setOpen] = useState(text !== '');
  const inputId = useId();
  const problemId = useId();
  if (!isOpen) {
    return (
      <div className={panel.bottom}>
        <span>
          {account ? rich('toYourAccountAt', { address: <AddressText address={account} /> }) : t('toYourAccount')}
        </span>
        <button type="button" className={panel.max} aria-label={t('changeRecipient')} onClick={() => setOpen(true)}>
          {t('change')}
        </button>
      </div>
    );
  }
  return (
    <div className={styles.field}>
      <div className={panel.bottom}>
        <label htmlFor={inputId}>{t('recipientAddress')}</label>
        <button
          type="button"
          className={panel.max}
          onClick={() => {
            onChange('');
            setOpen(false);
          }}
        >
          {t('useMyAccount')}
        </button>
      </div>
      <input
        id={inputId}
        className={styles.input}
        type="text"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="0x…"
        maxLength={120}
        value={text}
        aria-invalid={problem !== null}
        aria-describedby={problem ? problemId : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem ? (
        <span id={problemId} className={panel.problem} role="alert">
          {problem}
        </span>
      ) : null}
    </div>
  );
}
