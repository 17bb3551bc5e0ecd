import type { Connector } from 'wagmi';

type Requesting = { readonly request: (request: { method: string; params: unknown }) => Promise<unknown> };

/** Whether the wallet can ask its user for another account (EIP-2255). */
export function canSwitchAccount(connector: Connector | undefined): boolean {
  return connector?.type === 'injected';
}

/** Opens the wallet's own choice of accounts. Rejects with the wallet's error. */
export async function switchAccount(connector: Connector): Promise<void> {
  const provider = (await connector.getProvider()) as Requesting;
  await provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] });
  // Some wallets send no event for the new account.
  connector.onAccountsChanged([...(await connector.getAccounts())]);
}
