import { useState } from 'react';
import { useAppServices, useViewedAccount } from '../app/services.ts';
import { accountWords } from '../i18n/account/accountWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { readAddressText } from './model/readAddressText.ts';
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
      viewed.choose(null);
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
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const read = readAddressText(text);
        setInvalid(read === null);
        if (read === null) return;
        viewed.choose(read.address);
        onDone();
      }}
    >
      <Field
        label={t('viewAddress')}
        problem={isInvalid ? t('viewInvalid') : null}
        isCode
        autoFocus
        maxLength={120}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setInvalid(false);
        }}
      />
      <Button type="submit">{t('viewAction')}</Button>
    </form>
  );
}
