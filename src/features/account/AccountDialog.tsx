import { use, useState } from 'react';
import { useConnection, useDisconnect, WagmiContext } from 'wagmi';
import { useAppServices } from '../../context/appServices.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { accountWords } from '../../words/account/accountWords.ts';
import { useWords } from '../../words/useWords.ts';
import { ConnectedAccount } from './ConnectedAccount.tsx';
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
