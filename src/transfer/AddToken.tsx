import { useState } from 'react';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import { useAppServices, useWalletConnection } from '../app/services.ts';
import { tokenByAddress } from '../config/registry.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Button } from '../ui/Button.tsx';
import { FullAddress } from '../ui/FullAddress.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { TransferTerms } from './model/transferTerms.ts';

type Props = { readonly terms: TransferTerms };

/** Asks the recipient's wallet to list the delivered token (EIP-747). A wallet lists native tokens by itself. */
export function AddToken({ terms: { destination, recipient } }: Props) {
  const { t } = useTexts('app');
  const { registry, wagmi } = useAppServices();
  const { address } = useWalletConnection();
  const [stage, setStage] = useState<'idle' | 'asked' | 'added' | 'refused'>('idle');
  const token = tokenByAddress(registry, destination.chainId, destination.token);
  if (!token || isNativeToken(token.address) || !address || !isSameAddress(address, recipient)) return null;

  async function ask({ address, name: symbol, decimals }: NonNullable<typeof token>) {
    setStage('asked');
    try {
      const { createConnectedWallet } = await import('./session/connectedWallet.ts');
      const wallet = createConnectedWallet(await wagmi());
      // Wallets list the token on their current chain.
      await wallet.switchChain(destination.chainId);
      setStage((await wallet.listToken({ address, symbol, decimals })) ? 'added' : 'refused');
    } catch {
      setStage('refused');
    }
  }

  if (stage === 'added') return <p role="status">{t('tokenAdded', { token: token.name })}</p>;
  return (
    <>
      {stage === 'refused' ? (
        <Notice tone="info" title={t('tokenNotAdded', { token: token.name })}>
          <FullAddress address={token.address} />
        </Notice>
      ) : null}
      <Button busy={stage === 'asked'} disabled={stage === 'asked'} onClick={() => void ask(token)}>
        {t('addToken', { token: token.name })}
      </Button>
    </>
  );
}
