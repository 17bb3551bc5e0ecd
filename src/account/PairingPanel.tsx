import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useAppServices } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Button, Spinner } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import styles from './account.module.css';
import { isMobile, pairLinks, rememberApp } from './mobileWallets.ts';
import type { Pairing } from './pairing.ts';
import { WalletLinks } from './WalletButton.tsx';

type Props = { readonly pairing: Pairing; readonly onLeave: () => void };

/** Offers a connection: a code to scan on a desktop, links into wallet apps on a phone. */
export function PairingPanel({ pairing, onLeave }: Props) {
  const { t } = useTexts('app');
  const { config } = useAppServices();
  const uri = useStore(pairing.uri, (state) => state.uri);
  // Closing the dialog abandons the attempt, so that a late approval does not replace a wallet chosen since.
  useEffect(() => () => pairing.leave(), [pairing]);
  return (
    <div className={styles.column}>
      {uri ? <Offer uri={uri} apps={config.wallets.deepLinks} /> : <Waiting />}
      <Button onClick={onLeave}>{t('chooseAnother')}</Button>
    </div>
  );
}

function Waiting() {
  const { t } = useTexts('app');
  return (
    <p className={styles.waiting} role="status">
      <Spinner /> {t('preparing')}
    </p>
  );
}

type OfferProps = { readonly uri: string; readonly apps: Parameters<typeof pairLinks>[0] };

function Offer({ uri, apps }: OfferProps) {
  const { t } = useTexts('app');
  const onPhone = isMobile(navigator);
  return (
    <>
      <p className={styles.line}>{onPhone ? t('openApp') : t('scanCode')}</p>
      {onPhone ? (
        <>
          <WalletLinks title={t('appsOnPhone')} links={pairLinks(apps, uri)} onOpen={rememberApp} />
          <a className={styles.other} href={uri}>
            {t('otherApp')}
          </a>
        </>
      ) : (
        <QrCode text={uri} label={t('connectionCode')} />
      )}
      <div className={styles.copyLine}>
        <span aria-hidden="true">{t('copyConnectionLink')}</span>
        <CopyButton text={uri} label={t('copyConnectionLink')} />
      </div>
    </>
  );
}
