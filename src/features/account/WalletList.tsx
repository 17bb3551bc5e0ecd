import { useState } from 'react';
import type { Connector, CreateConnectorFn } from 'wagmi';
import { useConnect, useConnectors } from 'wagmi';
import { shortReason } from '../../chain/chainErrors.ts';
import { useAppServices } from '../../context/appServices.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { loadDemoConnector } from '../../wallet/createWagmi.ts';
import { isRejection } from '../../wallet/walletProblem.ts';
import styles from './WalletList.module.css';

const DEMO = 'demo';

type Props = { readonly onConnected: () => void };

/** Lists the wallets that announced themselves (EIP-6963), or else the injected wallet. */
function listWallets(connectors: readonly Connector[]): readonly Connector[] {
  const announced = connectors.filter((connector) => connector.type === 'injected' && connector.id !== 'injected');
  if (announced.length > 0) return announced;
  return 'ethereum' in window ? connectors.filter((connector) => connector.id === 'injected') : [];
}

export function WalletList({ onConnected }: Props) {
  const { config } = useAppServices();
  const wallets = listWallets(useConnectors());
  const connect = useConnect();
  const [chosen, setChosen] = useState<string | null>(null);

  function connectTo(id: string, connector: Connector | CreateConnectorFn) {
    setChosen(id);
    connect.mutate({ connector }, { onSuccess: onConnected });
  }

  async function connectDemo() {
    setChosen(DEMO);
    const connector = await loadDemoConnector(config, false);
    if (connector) connectTo(DEMO, connector);
  }

  const busyWith = connect.isPending ? chosen : null;
  return (
    <div className={styles.wallets}>
      <ul className={styles.list}>
        {wallets.map((connector) => (
          <li key={connector.uid}>
            <button type="button" className={styles.wallet} onClick={() => connectTo(connector.uid, connector)}>
              <WalletIcon connector={connector} />
              <span className={styles.name}>{connector.id === 'injected' ? 'Browser wallet' : connector.name}</span>
              {busyWith === connector.uid ? <Spinner /> : null}
            </button>
          </li>
        ))}
        {config.demoWallet ? (
          <li>
            <button type="button" className={styles.wallet} onClick={() => void connectDemo()}>
              <span className={styles.icon}>
                <Icon name="wallet" />
              </span>
              <span className={styles.name}>
                Local demo wallet
                <span className={styles.detail}>Test accounts of this local stack</span>
              </span>
              {busyWith === DEMO ? <Spinner /> : null}
            </button>
          </li>
        ) : null}
      </ul>
      {wallets.length === 0 ? (
        <Notice tone="info" title="No wallet found in this browser">
          Install a wallet extension and reload. On a phone, open this page in your wallet’s browser.
        </Notice>
      ) : null}
      {connect.error ? <ConnectProblem error={connect.error} /> : null}
    </div>
  );
}

// A wallet supplies its icon. An <img> runs no script, and the security policy allows only data: images.
function WalletIcon({ connector }: { connector: Connector }) {
  return connector.icon?.startsWith('data:image/') ? (
    <img className={styles.icon} src={connector.icon.trim()} alt="" />
  ) : (
    <span className={styles.icon}>
      <Icon name="wallet" />
    </span>
  );
}

function ConnectProblem({ error }: { error: Error }) {
  if (isRejection(error)) return <Notice tone="info">You rejected the connection in your wallet.</Notice>;
  return (
    <Notice tone="warning" title="Your wallet did not connect">
      {shortReason(error)}
    </Notice>
  );
}
