import { useState } from 'react';
import { useConnection } from 'wagmi';
import { Dialog } from '../../ui/Dialog.tsx';
import { ConnectedAccount } from './ConnectedAccount.tsx';
import { WalletList } from './WalletList.tsx';

type Props = { readonly onClose: () => void };

/** Loaded when it is first opened. */
export function AccountDialog({ onClose }: Props) {
  const { address } = useConnection();
  // Opened to connect, it closes on success: turning into the account's page on the way would only flicker.
  const [connected] = useState(address);
  return (
    <Dialog title={connected ? 'Your wallet' : 'Connect a wallet'} onClose={onClose}>
      {connected ? <ConnectedAccount address={connected} onDone={onClose} /> : <WalletList onConnected={onClose} />}
    </Dialog>
  );
}
