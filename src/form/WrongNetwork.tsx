import { useState } from 'react';
import { useAppServices, useWalletConnection } from '../app/services.ts';
import { chainById } from '../config/registry.ts';
import type { ChainConfig } from '../config/runtimeConfig.ts';
import { mainWords } from '../i18n/main/mainWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

/** Says that the wallet is on another chain than the transfer starts on. Before it signs, the app asks it to switch too. */
export function WrongNetwork({ origin }: { origin: ChainConfig }) {
  const { t } = useWords(mainWords);
  const { registry, wagmi } = useAppServices();
  const { chainId } = useWalletConnection();
  const [stage, setStage] = useState<'idle' | 'asked' | 'refused'>('idle');
  if (chainId === undefined || chainId === origin.id) return null;

  async function askWallet() {
    setStage('asked');
    try {
      const { createConnectedWallet } = await import('../transfer/session/connectedWallet.ts');
      await createConnectedWallet(await wagmi()).switchChain(origin.id);
      setStage('idle');
    } catch {
      setStage('refused');
    }
  }

  const current = chainById(registry, chainId)?.name ?? t('chainWithId', { id: `${chainId}` });
  return (
    <Notice tone="info" title={t('wrongNetwork', { current })}>
      <p>{t(stage === 'refused' ? 'switchYourself' : 'switchLater', { chain: origin.name })}</p>
      <div>
        <Button size="small" busy={stage === 'asked'} disabled={stage === 'asked'} onClick={() => void askWallet()}>
          {t('switchNetwork', { chain: origin.name })}
        </Button>
      </div>
    </Notice>
  );
}
