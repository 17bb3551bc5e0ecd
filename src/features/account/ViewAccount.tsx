import { useId, useState } from 'react';
import { parseAddress } from '#shared/address.ts';
import { useAppServices, useViewedAccount } from '../../context/appServices.ts';
import { Button } from '../../ui/Button.tsx';
import { accountWords } from '../../words/account/accountWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './ViewAccount.module.css';
import { WalletButton } from './WalletButton.tsx';

type Props = { readonly onDone: () => void };

/** Shows the balances and quotes of any account. The app asks no wallet, and nothing can be sent. */
export function ViewAccount({ onDone }: Props) {
  const { t } = useWords(accountWords);
  const { viewed } = useAppServices();
  const address = useViewedAccount();
  const [isOpen, setOpen] = useState(false);
  if (address) {
    const stop = () => {
      viewed.setState({ address: null });
      onDone();
    };
    return (
      <Button onClick={stop}>{t('stopViewing', { address: `${address.slice(0, 6)}…${address.slice(-4)}` })}</Button>
    );
  }
  if (isOpen) return <ViewForm onDone={onDone} />;
  const open = () => setOpen(true);
  return <WalletButton name={t('viewTitle')} detail={t('viewDetail')} icon="search" isBusy={false} onChoose={open} />;
}

function ViewForm({ onDone }: Props) {
  const { t } = useWords(accountWords);
  const { viewed } = useAppServices();
  const [text, setText] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const inputId = useId();
  const problemId = useId();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const address = parseAddress(text.trim());
        setInvalid(address === null);
        if (address === null) return;
        viewed.setState({ address });
        onDone();
      }}
    >
      <label htmlFor={inputId}>{t('viewAddress')}</label>
      <input
        id={inputId}
        className={styles.input}
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="0x…"
        maxLength={120}
        value={text}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? problemId : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setInvalid(false);
        }}
      />
      {isInvalid ? (
        <span id={problemId} className={styles.problem} role="alert">
          {t('viewInvalid')}
        </span>
      ) : null}
      <Button type="submit">{t('viewAction')}</Button>
    </form>
  );
}
