import { useAppServices } from '../app/services.ts';
import { chainById } from '../config/registry.ts';

/** The URL of a transaction in its chain's block explorer; null if the configuration names none. */
export function useExplorer(): (chainId: number, hash: string) => string | null {
  const { registry } = useAppServices();
  return (chainId, hash) => {
    const base = chainById(registry, chainId)?.explorerUrl;
    return base ? `${base.replace(/\/$/, '')}/tx/${hash}` : null;
  };
}
