import { use, useState } from 'react';
import type { Address } from 'viem';
import { useConnection, useDisconnect, WagmiContext } from 'wagmi';
import { useAppServices } from '../app/services.ts';
import { chainById } from '../config/registry.ts';
import { accountWords } from '../i18n/account/accountWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { DetailRow } from '../ui/DetailRow.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FullAddress } from '../ui/FullAddress.tsx';
import styles from './ConnectedAccount.module.css';
import { canSwitchAccount, switchAccount } from './switchAccount.ts';
import { ViewAccount } from './ViewAccount.tsx';
import { WalletList } from './WalletList.tsx';

type Props = { readonly onClose: () => void };

/** The app loads this module, and the code of wagmi with it, when the user first opens it. */
export function AccountDialog({ onClose }: Props) {
  const { wagmi } = useAppServices();
  return (
    <WagmiContext value={use(wagmi())}>
      <Content onClose={onClose} />
    </WagmiContext>
  );
}

type ConnectedAccountProps = {
  readonly address: Address;
  readonly onChooseWallet: () => void;
  readonly onDone: () => void;
};

function ConnectedAccount({ address, onChooseWallet, onDone }: ConnectedAccountProps) {
  const { t } = useWords(accountWords);
  const { registry } = useAppServices();
  const { connector, chainId } = useConnection();
  const disconnect = useDisconnect();
  const chain = chainId === undefined ? undefined : chainById(registry, chainId);
  return (
    <div className={styles.connected}>
      <div className={styles.address}>
        <FullAddress address={address} />
        <CopyButton text={address} label={t('copyAddress')} />
      </div>
      <dl className={styles.rows}>
        <DetailRow label={t('wallet')}>{connector?.type === 'mock' ? t('demo') : connector?.name}</DetailRow>
        <DetailRow label={t('network')}>
          {chain?.name ?? (chainId === undefined ? t('unknownChain') : t('unsupportedChain', { id: `${chainId}` }))}
        </DetailRow>
      </dl>
      {connector && canSwitchAccount(connector) ? (
        // A rejection in the wallet keeps the account.
        <Button onClick={() => void switchAccount(connector).then(onDone, () => {})}>{t('switchAccount')}</Button>
      ) : null}
      <Button onClick={onChooseWallet}>{t('otherWallet')}</Button>
      <Button
        onClick={() => {
          disconnect.mutate({}, { onSettled: onDone });
        }}
      >
        {t('disconnect')}
      </Button>
    </div>
  );
}

function Content({ onClose }: Props) {
  const { t } = useWords(accountWords);
  const { viewed } = useAppServices();
  const { address, connector } = useConnection();
  const disconnect = useDisconnect();
  // A dialog opened to connect closes on success. It keeps its first content, so it does not flicker on the way.
  const [opened] = useState({ address, connector });
  const [isChoosing, setChoosing] = useState(address === undefined);

  function finish() {
    viewed.choose(null);
    // wagmi would go back to the previous wallet when the person disconnects the new one.
    if (opened.connector) disconnect.mutate({ connector: opened.connector });
    onClose();
  }

  return (
    <Dialog title={t(isChoosing ? 'connectTitle' : 'yourWallet')} onClose={onClose}>
      {isChoosing || !opened.address ? (
        <WalletList onConnected={finish}>{opened.address ? null : <ViewAccount onDone={onClose} />}</WalletList>
      ) : (
        <ConnectedAccount address={opened.address} onChooseWallet={() => setChoosing(true)} onDone={onClose} />
      )}
    </Dialog>
  );
}
