import { useViewedAccount, useWalletConnection } from '../../context/appServices.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { mainWords } from '../../words/main/mainWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './AccountButton.module.css';

type Props = { readonly onOpen: () => void };

export function AccountButton({ onOpen }: Props) {
  const { t } = useWords(mainWords);
  const { address, isReconnecting } = useWalletConnection();
  const viewed = useViewedAccount();
  return (
    <button type="button" className={`${styles.account} ${address ? '' : styles.connect}`} onClick={onOpen}>
      {address ? (
        <>
          <span className={styles.dot} aria-hidden="true" />
          <AddressText address={address} />
        </>
      ) : isReconnecting ? (
        t('connecting')
      ) : viewed ? (
        <>
          {t('connect')}
          <span className={styles.viewed}>
            <AddressText address={viewed} />
          </span>
        </>
      ) : (
        t('connect')
      )}
    </button>
  );
}
