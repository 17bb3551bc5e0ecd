export type ProviderInfo = {
  readonly uuid: string;
  readonly name: string;
  readonly icon: string;
  readonly rdns: string;
};

export type InjectedProvider = {
  readonly info: ProviderInfo;
  /** The page's function that sends a request to the wallet in Node. */
  readonly requestFunction: string;
  /** The page's function that emits the wallet's events. */
  readonly emitFunction: string;
  readonly isAnnounced: boolean;
  readonly isWindowEthereum: boolean;
};

export type BridgeAnswer = { readonly result: unknown } | { readonly error: { code: number; message: string } };

type Listener = (payload: unknown) => void;

/** Runs in the page before the app's scripts. Playwright serializes it, so it can use only its argument. */
export function injectProvider(options: InjectedProvider): void {
  const page = window as unknown as Record<string, unknown>;
  const listeners = new Map<string, Set<Listener>>();
  const listenersOf = (event: string): Set<Listener> => {
    const found = listeners.get(event) ?? new Set();
    listeners.set(event, found);
    return found;
  };
  const provider = {
    request: async ({ method, params = [] }: { method: string; params?: unknown }) => {
      const ask = page[options.requestFunction] as (request: unknown) => Promise<BridgeAnswer>;
      const answer = await ask({ method, params });
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
      return answer.result;
    },
    on: (event: string, listener: Listener) => {
      listenersOf(event).add(listener);
      return provider;
    },
    removeListener: (event: string, listener: Listener) => {
      listenersOf(event).delete(listener);
      return provider;
    },
  };
  page[options.emitFunction] = (event: string, payload: unknown) => {
    for (const listener of [...listenersOf(event)]) listener(payload);
  };
  if (options.isWindowEthereum) page.ethereum = provider;
  if (!options.isAnnounced) return;
  const detail = Object.freeze({ info: Object.freeze(options.info), provider });
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}
