import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { Connector, CreateConnectorFn } from 'wagmi';
import { useConfig, useConnectors } from 'wagmi';
import { connect } from 'wagmi/actions';
import { useAppServices } from '../app/services.ts';
import { shortReason } from '../chain/chainErrors.ts';
import type { Texts } from '../i18n/texts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Notice } from '../ui/Notice.tsx';
import styles from './account.module.css';
import { browseLinks, isMobile } from './mobileWallets.ts';
import { PairingPanel } from './PairingPanel.tsx';
import type { Pairing } from './pairing.ts';
import type { RemoteWallet } from './remoteWallets.ts';
import { offeredWallets } from './remoteWallets.ts';
import { WalletButton, WalletLinks } from './WalletButton.tsx';
import { isRejection } from './walletProblem.ts';

export function WalletList({ onConnected, children }: Props) {
  const texts = useTexts('app');
  const { t } = texts;
  const { config } = useAppServices();
  const injected = listWallets(useConnectors());
  const remote = offeredWallets(config);
  const { connectTo, connectRemote, busyWith, pairing, leavePairing, error } = useConnectWallet(onConnected);
  const links =
    injected.length === 0 && isMobile(navigator)
      ? browseLinks(config.wallets.deepLinks, new URL(window.location.href))
      : [];

  const labels = remoteLabels(texts);
  if (pairing && busyWith) return <PairingPanel pairing={pairing} onLeave={leavePairing} />;
  return (
    <div className={styles.wallets}>
      <ul className={styles.list}>
        {injected.map((connector) => (
          <li key={connector.uid}>
            <WalletButton
              name={connector.id === 'injected' ? t('browserWallet') : connector.name}
              image={connector.icon}
              isBusy={busyWith === connector.uid}
              onChoose={() => void connectTo(connector)}
            />
          </li>
        ))}
        {remote.map((wallet) => (
          <li key={wallet}>
            <WalletButton
              {...labels[wallet]}
              isBusy={busyWith === wallet}
              onChoose={() => void connectRemote(wallet)}
            />
          </li>
        ))}
      </ul>
      <WalletLinks title={t('browse')} links={links} />
      {injected.length === 0 && links.length === 0 ? (
        <Notice tone="info" title={t('noWallet')}>
          {t('noWalletText')}
        </Notice>
      ) : null}
      {error ? <ConnectProblem error={error} /> : null}
      {children}
    </div>
  );
}

type Attempt = { readonly id: string; readonly error: Error | null };

/** Connects one wallet at a time. An attempt that another one or closing the list has replaced changes nothing here. */
function useConnectWallet(onConnected: () => void) {
  const { connectors } = useAppServices();
  const wagmi = useConfig();
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [pairing, setPairing] = useState<Pairing | null>(null);
  const latest = useRef<Attempt | null>(null);
  const follow = (next: Attempt | null) => {
    latest.current = next;
    setAttempt(next);
  };
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );

  async function run(id: string, load: () => Promise<Connector | CreateConnectorFn | null>) {
    const own: Attempt = { id, error: null };
    const isLatest = () => latest.current === own;
    follow(own);
    setPairing(null);
    try {
      const connector = await load();
      if (connector) await connect(wagmi, { connector });
      if (!isLatest()) return;
      if (connector) onConnected();
      follow(null);
    } catch (error) {
      if (isLatest()) follow({ id, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  return {
    connectTo: (connector: Connector) => run(connector.uid, async () => connector),
    /** Loads the wallet's code first. */
    connectRemote: (wallet: RemoteWallet) =>
      run(wallet, async () => {
        const loaded = await connectors.load(wallet);
        setPairing(loaded?.pairing ?? null);
        return loaded?.connector ?? null;
      }),
    /** The key of the wallet that is connecting; null when none is. */
    busyWith: attempt && attempt.error === null ? attempt.id : null,
    pairing,
    leavePairing: () => {
      pairing?.leave();
      setPairing(null);
      follow(null);
    },
    error: attempt?.error ?? null,
  };
}

type Label = { readonly name: string; readonly detail: string };

/** WalletConnect and Safe are names, which are the same in every language. */
function remoteLabels({ t }: Texts<'app'>): Readonly<Record<RemoteWallet, Label>> {
  return {
    walletConnect: { name: 'WalletConnect', detail: t('walletConnectDetail') },
    coinbase: { name: t('coinbase'), detail: t('coinbaseDetail') },
    safe: { name: 'Safe', detail: t('safeDetail') },
    demo: { name: t('demo'), detail: t('demoDetail') },
  };
}

type Props = {
  readonly onConnected: () => void;
  /** Shown below the list while no wallet is waiting for a connection. */
  readonly children: ReactNode;
};

/** Lists the wallets that announced themselves (EIP-6963), or else the injected wallet. */
function listWallets(connectors: readonly Connector[]): readonly Connector[] {
  const announced = connectors.filter((connector) => connector.type === 'injected' && connector.id !== 'injected');
  if (announced.length > 0) return announced;
  return 'ethereum' in window ? connectors.filter((connector) => connector.id === 'injected') : [];
}

function ConnectProblem({ error }: { error: Error }) {
  const { t } = useTexts('app');
  if (isRejection(error)) return <Notice tone="info">{t('connectionRejected')}</Notice>;
  return (
    <Notice tone="warning" title={t('connectionFailed')}>
      <p>{t('connectionFailedText')}</p>
      <p>{t('walletSaid', { reason: shortReason(error) })}</p>
    </Notice>
  );
}
