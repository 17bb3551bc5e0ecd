import { useState } from 'react';
import type { Address } from 'viem';
import { switchChain, watchAsset } from 'wagmi/actions';
import { isNativeToken } from '#shared/address.ts';
import { useAppServices } from '../app/services.ts';
import { chainById, tokenByAddress } from '../config/registry.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Button } from '../ui/Button.tsx';
import { FullAddress } from '../ui/FullAddress.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import styles from './account.module.css';

type Props = {
  readonly chainId: number;
  readonly token: Address;
  /** Beside the token of a list, where a text would be too much. */
  readonly isIcon?: boolean;
};

/** Asks the connected wallet to list a token (EIP-747). A wallet lists native tokens by itself. */
export function AddToken({ chainId, token: address, isIcon = false }: Props) {
  const { t } = useTexts('app');
  const { registry, wagmi } = useAppServices();
  const [stage, setStage] = useState<'idle' | 'asked' | 'added' | 'refused'>('idle');
  const token = tokenByAddress(registry, chainId, address);
  if (!token || isNativeToken(address)) return null;
  const { name, decimals } = token;

  async function ask() {
    setStage('asked');
    try {
      const wallet = await wagmi();
      // Wallets list the token on their current chain.
      await switchChain(wallet, { chainId });
      const isAdded = await watchAsset(wallet, { type: 'ERC20', options: { address, symbol: name, decimals } });
      setStage(isAdded ? 'added' : 'refused');
    } catch {
      setStage('refused');
    }
  }

  const added = t('tokenAdded', { token: name });
  const refusal =
    stage === 'refused' ? (
      <Notice tone="info" title={t('tokenNotAdded', { token: name })}>
        <FullAddress address={address} />
      </Notice>
    ) : null;
  if (isIcon) {
    // Two chains can have a token of the same name.
    const label = t('addToken', { token: `${name} (${chainById(registry, chainId)?.name})` });
    return (
      <>
        <IconButton
          icon={stage === 'added' ? 'check' : 'wallet'}
          label={stage === 'added' ? added : label}
          title={stage === 'added' ? added : label}
          aria-busy={stage === 'asked'}
          onClick={stage === 'asked' ? undefined : () => void ask()}
        />
        {refusal && <div className={styles.refusal}>{refusal}</div>}
      </>
    );
  }
  if (stage === 'added') return <p role="status">{added}</p>;
  return (
    <>
      {refusal}
      <Button busy={stage === 'asked'} disabled={stage === 'asked'} onClick={() => void ask()}>
        {t('addToken', { token: name })}
      </Button>
    </>
  );
}
