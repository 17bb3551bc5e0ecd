import { useConnection } from 'wagmi';
import { Dialog } from '../../ui/Dialog.tsx';
import { ConnectedAccount } from './ConnectedAccount.tsx';
import { WalletList } from './WalletList.tsx';

type Props = { readonly onClose: () => void };

/** Loaded when it is first opened. */
export function AccountDialog({ onClose }: Props) {
  const { address } = useConnection();
  return (
    <Dialog title={address ? 'Your wallet' : 'Connect a wallet'} onClose={onClose}>
      {address ? <ConnectedAccount address={address} onDone={onClose} /> : <WalletList onConnected={onClose} />}
    </Dialog>
  );
}
