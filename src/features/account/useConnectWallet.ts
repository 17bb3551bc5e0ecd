import { useState } from 'react';
import type { Connector, CreateConnectorFn } from 'wagmi';
import { useConnect } from 'wagmi';
import { useAppServices } from '../../context/appServices.ts';
import type { Pairing } from '../../wallet/pairing.ts';
import type { RemoteWallet } from '../../wallet/remoteWallet.ts';

/** Connects one wallet at a time. */
export function useConnectWallet(onConnected: () => void) {
  const { connectors } = useAppServices();
  const connect = useConnect();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [loadError, setLoadError] = useState<Error | null>(null);
  const [pairing, setPairing] = useState<Pairing | null>(null);

  function connectTo(id: string, connector: Connector | CreateConnectorFn) {
    setChosen(id);
    setLoadError(null);
    connect.mutate({ connector }, { onSuccess: onConnected });
  }

  /** Fetches the code of the wallet first. */
  async function connectRemote(wallet: RemoteWallet) {
    setChosen(wallet);
    setLoading(true);
    setLoadError(null);
    try {
      const loaded = await connectors.load(wallet);
      if (!loaded) return;
      setPairing(loaded.pairing);
      connectTo(wallet, loaded.connector);
    } catch (error) {
      setLoadError(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setLoading(false);
    }
  }

  return {
    connectTo,
    connectRemote,
    /** The key of the wallet that is connecting; null when none is. */
    busyWith: isLoading || connect.isPending ? chosen : null,
    pairing,
    leavePairing: () => {
      pairing?.leave();
      setPairing(null);
      connect.reset();
    },
    error: loadError ?? connect.error,
  };
}
