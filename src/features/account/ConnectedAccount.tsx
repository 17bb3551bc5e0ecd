import type { Address } from 'viem';
import { useConnection, useDisconnect } from 'wagmi';
import { useAppServices } from '../../context/appServices.ts';
import { chainById } from '../../domain/registry.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { FullAddress } from '../../ui/FullAddress.tsx';
import { canSwitchAccount, switchAccount } from '../../wallet/switchAccount.ts';
import { accountWords } from '../../words/account/accountWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './ConnectedAccount.module.css';

type Props = {
  readonly address: Address;
  readonly onChooseWallet: () => void;
  readonly onDone: () => void;
};

export function ConnectedAccount({ address, onChooseWallet, onDone }: Props) {
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
        <DetailRow label={t('wallet')}>{connector?.name === 'Mock Connector' ? t('demo') : connector?.name}</DetailRow>
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
