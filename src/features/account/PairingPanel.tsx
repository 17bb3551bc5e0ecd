import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useAppServices } from '../../context/appServices.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { isMobile, pairLinks, rememberApp } from '../../wallet/mobileWallets.ts';
import type { Pairing } from '../../wallet/pairing.ts';
import styles from './PairingPanel.module.css';
import { WalletLinks } from './WalletLinks.tsx';

const texts = {
  scan: 'Scan this code with your wallet app.',
  open: 'Open your wallet app, then approve the connection there.',
  code: 'Connection code for your wallet app',
  otherApp: 'Another wallet app',
  apps: 'Wallet apps on this phone',
  copy: 'Copy connection link',
  loading: 'Preparing the connection…',
  back: 'Choose another wallet',
};

type Props = { readonly pairing: Pairing; readonly onLeave: () => void };

/** Offers a connection: a code to scan on a desktop, links into the wallet apps on a phone. */
export function PairingPanel({ pairing, onLeave }: Props) {
  const { config } = useAppServices();
  const uri = useStore(pairing.uri, (state) => state.uri);
  // Closing the dialog gives up the attempt: a late approval must not replace the wallet chosen meanwhile.
  useEffect(() => () => pairing.leave(), [pairing]);
  return (
    <div className={styles.panel}>
      {uri ? <Offer uri={uri} apps={config.wallets.deepLinks} /> : <Waiting />}
      <Button onClick={onLeave}>{texts.back}</Button>
    </div>
  );
}

function Waiting() {
  return (
    <p className={styles.waiting} role="status">
      <Spinner /> {texts.loading}
    </p>
  );
}

type OfferProps = { readonly uri: string; readonly apps: Parameters<typeof pairLinks>[0] };

function Offer({ uri, apps }: OfferProps) {
  const onPhone = isMobile(navigator);
  return (
    <>
      <p className={styles.line}>{onPhone ? texts.open : texts.scan}</p>
      {onPhone ? (
        <>
          <WalletLinks
            title={texts.apps}
            links={pairLinks(apps, uri)}
            onOpen={(link) => rememberApp(window.localStorage, link)}
          />
          <a className={styles.other} href={uri}>
            {texts.otherApp}
          </a>
        </>
      ) : (
        <QrCode text={uri} label={texts.code} />
      )}
      <div className={styles.copy}>
        <span aria-hidden="true">{texts.copy}</span>
        <CopyButton text={uri} label={texts.copy} />
      </div>
    </>
  );
}
