import { useState } from 'react';
import { useConnection } from 'wagmi';
import { Dialog } from '../../ui/Dialog.tsx';
import { accountWords } from '../../words/account/accountWords.ts';
import { useWords } from '../../words/useWords.ts';
import { ConnectedAccount } from './ConnectedAccount.tsx';
import { WalletList } from './WalletList.tsx';

type Props = { readonly onClose: () => void };

/** The app loads this module when the user first opens it. */
export function AccountDialog({ onClose }: Props) {
  const { t } = useWords(accountWords);
  const { address } = useConnection();
  // A dialog opened to connect closes on success. It keeps its first content, so it does not flicker on the way.
  const [connected] = useState(address);
  return (
    <Dialog title={t(connected ? 'yourWallet' : 'connectTitle')} onClose={onClose}>
      {connected ? <ConnectedAccount address={connected} onDone={onClose} /> : <WalletList onConnected={onClose} />}
    </Dialog>
  );
}
