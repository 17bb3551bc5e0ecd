import { chainById } from '../domain/registry.ts';
import { useAppServices } from './appServices.ts';

/** The address of a transaction in its chain's block explorer, where the installation names one. */
export function useExplorer(): (chainId: number, hash: string) => string | null {
  const { registry } = useAppServices();
  return (chainId, hash) => {
    const base = chainById(registry, chainId)?.explorerUrl;
    return base ? `${base.replace(/\/$/, '')}/tx/${hash}` : null;
  };
}
