import type { Connector } from 'wagmi';
import { useConnectors } from 'wagmi';
import { shortReason } from '../../chain/chainErrors.ts';
import { useAppServices } from '../../context/appServices.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { RemoteWallet } from '../../wallet/connectorLoader.ts';
import { isFramed } from '../../wallet/connectorLoader.ts';
import { browseLinks, isMobile } from '../../wallet/mobileWallets.ts';
import { isRejection } from '../../wallet/walletProblem.ts';
import { PairingPanel } from './PairingPanel.tsx';
import { useConnectWallet } from './useConnectWallet.ts';
import { WalletButton } from './WalletButton.tsx';
import { WalletLinks } from './WalletLinks.tsx';
import styles from './WalletList.module.css';

const texts = {
  injected: 'Browser wallet',
  noneTitle: 'No wallet found in this browser',
  none: 'Install a wallet extension and reload. On a phone, open this page in your wallet’s browser.',
  browse: 'Open this page in your wallet’s browser',
  rejected: 'You rejected the connection in your wallet.',
  failed: 'Your wallet did not connect',
};

const remoteTexts: Readonly<Record<RemoteWallet, { readonly name: string; readonly detail: string }>> = {
  walletConnect: { name: 'WalletConnect', detail: 'A wallet app on this or another device' },
  coinbase: { name: 'Base account', detail: 'A passkey wallet by Coinbase, in its own window' },
  safe: { name: 'Safe', detail: 'The account that shows this page' },
  demo: { name: 'Local demo wallet', detail: 'Test accounts of this local stack' },
};

type Props = { readonly onConnected: () => void };

/** Lists the wallets that announced themselves (EIP-6963), or else the injected wallet. */
function listWallets(connectors: readonly Connector[]): readonly Connector[] {
  const announced = connectors.filter((connector) => connector.type === 'injected' && connector.id !== 'injected');
  if (announced.length > 0) return announced;
  return 'ethereum' in window ? connectors.filter((connector) => connector.id === 'injected') : [];
}

/** The configured wallets that this page can reach. */
function useRemoteWallets(): readonly RemoteWallet[] {
  const { wallets, demoWallet } = useAppServices().config;
  const offered: Readonly<Record<RemoteWallet, boolean>> = {
    safe: wallets.safe && isFramed(window),
    walletConnect: wallets.walletConnect !== undefined,
    coinbase: wallets.coinbase,
    demo: demoWallet !== undefined,
  };
  return (['safe', 'walletConnect', 'coinbase', 'demo'] as const).filter((wallet) => offered[wallet]);
}

export function WalletList({ onConnected }: Props) {
  const { config } = useAppServices();
  const injected = listWallets(useConnectors());
  const remote = useRemoteWallets();
  const { connectTo, connectRemote, busyWith, pairing, leavePairing, error } = useConnectWallet(onConnected);
  const links =
    injected.length === 0 && isMobile(navigator)
      ? browseLinks(config.wallets.deepLinks, new URL(window.location.href))
      : [];

  if (pairing && busyWith) return <PairingPanel pairing={pairing} onLeave={leavePairing} />;
  return (
    <div className={styles.wallets}>
      <ul className={styles.list}>
        {injected.map((connector) => (
          <li key={connector.uid}>
            <WalletButton
              name={connector.id === 'injected' ? texts.injected : connector.name}
              image={connector.icon}
              isBusy={busyWith === connector.uid}
              onChoose={() => connectTo(connector.uid, connector)}
            />
          </li>
        ))}
        {remote.map((wallet) => (
          <li key={wallet}>
            <WalletButton
              {...remoteTexts[wallet]}
              isBusy={busyWith === wallet}
              onChoose={() => void connectRemote(wallet)}
            />
          </li>
        ))}
      </ul>
      <WalletLinks title={texts.browse} links={links} />
      {injected.length === 0 && links.length === 0 ? (
        <Notice tone="info" title={texts.noneTitle}>
          {texts.none}
        </Notice>
      ) : null}
      {error ? <ConnectProblem error={error} /> : null}
    </div>
  );
}

function ConnectProblem({ error }: { error: Error }) {
  if (isRejection(error)) return <Notice tone="info">{texts.rejected}</Notice>;
  return (
    <Notice tone="warning" title={texts.failed}>
      {shortReason(error)}
    </Notice>
  );
}
