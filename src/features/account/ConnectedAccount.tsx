import type { Address } from 'viem';
import { useConnection, useDisconnect } from 'wagmi';
import { useAppServices } from '../../context/appServices.ts';
import { chainById } from '../../domain/registry.ts';
import { FullAddress } from '../../ui/AddressText.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DetailRow } from '../../ui/DetailRow.tsx';
import styles from './ConnectedAccount.module.css';

type Props = { readonly address: Address; readonly onDone: () => void };

export function ConnectedAccount({ address, onDone }: Props) {
  const { registry } = useAppServices();
  const { connector, chainId } = useConnection();
  const disconnect = useDisconnect();
  const chain = chainId === undefined ? undefined : chainById(registry, chainId);
  return (
    <div className={styles.connected}>
      <div className={styles.address}>
        <FullAddress address={address} />
        <CopyButton text={address} label="Copy address" />
      </div>
      <dl className={styles.rows}>
        <DetailRow label="Wallet">
          {connector?.name === 'Mock Connector' ? 'Local demo wallet' : connector?.name}
        </DetailRow>
        <DetailRow label="Network">{chain?.name ?? `Chain ${chainId ?? 'unknown'} (not supported)`}</DetailRow>
      </dl>
      <Button
        onClick={() => {
          disconnect.mutate({}, { onSettled: onDone });
        }}
      >
        Disconnect
      </Button>
    </div>
  );
}
