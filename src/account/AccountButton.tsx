import { useViewedAccount, useWalletConnection } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { AddressText } from '../ui/AddressText.tsx';
import styles from './AccountButton.module.css';

type Props = { readonly onOpen: () => void };

export function AccountButton({ onOpen }: Props) {
  const { t } = useTexts('form');
  const { address, isReconnecting } = useWalletConnection();
  const viewed = useViewedAccount();
  return (
    <button type="button" className={`${styles.account} ${address ? '' : styles.connect}`} onClick={onOpen}>
      {address ? (
        <>
          <span className={styles.dot} aria-hidden="true" />
          <span className="visuallyHidden">{t('account')} </span>
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
