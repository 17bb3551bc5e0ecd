// The account: the connected wallet, or an account that the person only views, and the address book. connectorLoader.ts
// and remoteWallets.ts load a wallet's code, createWagmi.ts keeps the connection, and shownAccount.ts holds what the
// screens show of it before that code has loaded. contacts/ is the address book, based on the rules in model/.

import type { ReactNode } from 'react';
import { use, useState } from 'react';
import type { Address } from 'viem';
import type { Connector } from 'wagmi';
import { useConfig, useConnection, WagmiContext } from 'wagmi';
import { disconnect } from 'wagmi/actions';
import { useAppServices, useViewedAccount } from '../app/services.ts';
import { chainById } from '../config/registry.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { shortAddress } from '../ui/AddressText.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { DetailRow } from '../ui/DetailRow.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { FullAddress } from '../ui/FullAddress.tsx';
import styles from './account.module.css';
import { useContacts } from './contacts/useContacts.ts';
import { Holdings } from './Holdings.tsx';
import { readAddressText } from './model/readAddressText.ts';
import { WalletButton } from './WalletButton.tsx';
import { WalletList } from './WalletList.tsx';

type Props = {
  /** This browser's newest transfers. */
  readonly recent: ReactNode;
  /** Opens the address book. */
  readonly onBook: () => void;
  readonly onClose: () => void;
};

/** The app loads this module, and wagmi's code with it, when the user first opens it. */
export function AccountDialog(props: Props) {
  const { wagmi } = useAppServices();
  return (
    <WagmiContext value={use(wagmi())}>
      <Content {...props} />
    </WagmiContext>
  );
}

function Content({ onClose, ...shown }: Props) {
  const { t } = useTexts('app');
  const { viewed } = useAppServices();
  const wagmi = useConfig();
  const { address, connector } = useConnection();
  // A dialog that was opened to connect closes on success. It keeps its first content, so that it does not flicker
  // while closing.
  const [opened] = useState({ address, connector });
  const [isChoosing, setChoosing] = useState(address === undefined);

  function finish() {
    viewed.choose(null);
    // wagmi would fall back to the previous wallet when the person disconnects the new one.
    if (opened.connector) void disconnect(wagmi, { connector: opened.connector }).catch(() => {});
    onClose();
  }

  return (
    <Dialog title={t(isChoosing ? 'connectTitle' : 'yourWallet')} onClose={onClose}>
      {isChoosing || !opened.address ? (
        <WalletList onConnected={finish}>{opened.address ? null : <ViewAccount onDone={onClose} />}</WalletList>
      ) : (
        <ConnectedAccount
          {...shown}
          address={opened.address}
          onChooseWallet={() => setChoosing(true)}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}

type Requesting = { readonly request: (request: { method: string; params: unknown }) => Promise<unknown> };

/** Whether the wallet can ask its user for another account (EIP-2255). */
function canSwitchAccount(connector: Connector | undefined): boolean {
  return connector?.type === 'injected';
}

/** Whether the wallet can list a token (EIP-747). A Safe lists what it holds by itself, and the local wallet has no list. */
function canAddTokens(connector: Connector | undefined): boolean {
  return connector !== undefined && connector.type !== 'safe' && connector.type !== 'mock';
}

/** Opens the wallet's own account selection. Rejects with the wallet's error. */
async function switchAccount(connector: Connector): Promise<void> {
  const provider = (await connector.getProvider()) as Requesting;
  await provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] });
  // Some wallets send no event for the new account.
  connector.onAccountsChanged([...(await connector.getAccounts())]);
}

type ViewAccountProps = { readonly onDone: () => void };

/** Shows the balances and quotes of any account. No wallet is involved, so nothing can be sent. */
function ViewAccount({ onDone }: ViewAccountProps) {
  const { t } = useTexts('app');
  const { viewed } = useAppServices();
  const address = useViewedAccount();
  const [isOpen, setOpen] = useState(false);
  if (address) {
    const stop = () => {
      viewed.choose(null);
      onDone();
    };
    return <Button onClick={stop}>{t('stopViewing', { address: shortAddress(address) })}</Button>;
  }
  if (isOpen) return <ViewForm onDone={onDone} />;
  const open = () => setOpen(true);
  return <WalletButton name={t('viewTitle')} detail={t('viewDetail')} icon="search" isBusy={false} onChoose={open} />;
}

function ViewForm({ onDone }: ViewAccountProps) {
  const { t } = useTexts('app');
  const { viewed } = useAppServices();
  const [text, setText] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  return (
    <form
      className={styles.rows}
      onSubmit={(event) => {
        event.preventDefault();
        const read = readAddressText(text);
        setInvalid(read === null);
        if (read === null) return;
        viewed.choose(read.address);
        onDone();
      }}
    >
      <Field
        label={t('viewAddress')}
        problem={isInvalid ? t('viewInvalid') : null}
        isCode
        autoFocus
        maxLength={120}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setInvalid(false);
        }}
      />
      <Button type="submit">{t('viewAction')}</Button>
    </form>
  );
}

const MAX_NAMES = 3;

type ConnectedAccountProps = Omit<Props, 'onClose'> & {
  readonly address: Address;
  readonly onChooseWallet: () => void;
  readonly onDone: () => void;
};

function ConnectedAccount({ address, recent, onBook, onChooseWallet, onDone }: ConnectedAccountProps) {
  const { t, allOf } = useTexts('app');
  const { contacts } = useContacts();
  const { registry } = useAppServices();
  const wagmi = useConfig();
  const { connector, chainId } = useConnection();
  const chain = chainId === undefined ? undefined : chainById(registry, chainId);
  return (
    <div className={styles.column}>
      <div className={styles.address}>
        <FullAddress address={address} />
        <CopyButton text={address} label={t('copyAddress')} />
      </div>
      <dl className={styles.rows}>
        <DetailRow label={t('accountWallet')}>{connector?.type === 'mock' ? t('demo') : connector?.name}</DetailRow>
        <DetailRow label={t('network')}>
          {chain?.name ??
            (chainId === undefined ? t('accountUnknownChain') : t('unsupportedChain', { id: `${chainId}` }))}
        </DetailRow>
      </dl>
      <section className={styles.rows}>
        <h3 className={styles.heading}>{t('yourTokens')}</h3>
        <dl className={styles.rows}>
          {registry.chains.map((one) => (
            <Holdings key={one.id} chain={one} account={address} canAddTokens={canAddTokens(connector)} />
          ))}
        </dl>
      </section>
      <div className={styles.recent}>{recent}</div>
      <WalletButton
        name={t('addressBook')}
        detail={contacts.length === 0 ? t('emptyBook') : allOf(contacts.slice(0, MAX_NAMES).map(({ name }) => name))}
        icon="book"
        isBusy={false}
        onChoose={onBook}
      />
      <div className={styles.buttons}>
        {connector && canSwitchAccount(connector) ? (
          // A rejection in the wallet keeps the account.
          <Button onClick={() => void switchAccount(connector).then(onDone, () => {})}>{t('switchAccount')}</Button>
        ) : null}
        <Button onClick={onChooseWallet}>{t('otherWallet')}</Button>
        <Button onClick={() => void disconnect(wagmi).then(onDone, onDone)}>{t('disconnect')}</Button>
      </div>
    </div>
  );
}
