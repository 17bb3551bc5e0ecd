import { NATIVE_DECIMALS } from '#shared/amount.ts';
import type { ChainSettings, Installation, InstallationFile, TokenSettings } from './installation.ts';
import { addressOn, decimalsOn } from './parseTokens.ts';

function toToken(chain: ChainSettings, token: TokenSettings) {
  const address = addressOn(token, chain);
  if (address === undefined) return [];
  const { name, resetsAllowance, logo } = token;
  return [
    {
      ...{ name, address, decimals: decimalsOn(token, chain) },
      ...(resetsAllowance && { resetsAllowance }),
      ...(logo !== undefined && { logo }),
    },
  ];
}

function toChain(file: Pick<Installation, 'tokens'>, chain: ChainSettings, hasBoth: boolean) {
  const { name, id, category, publicRpcUrls, depositContract, vault, retiredVaults, nativeToken } = chain;
  const { blockTimeMs, explorerUrl, logo, nameResolver } = chain;
  const knownContracts = Object.entries(chain.knownContracts).map(([known, address]) => ({ name: known, address }));
  return {
    ...{ name, id, rpcUrls: publicRpcUrls, depositContract, vault, blockTimeMs },
    ...(retiredVaults.length > 0 && { retiredVaults }),
    nativeCurrency: { name: nativeToken, symbol: nativeToken, decimals: NATIVE_DECIMALS },
    ...(explorerUrl !== undefined && { explorerUrl }),
    ...(hasBoth && category === 'Testnet' && { testnet: true }),
    ...(logo !== undefined && { logo }),
    ...(nameResolver !== undefined && { nameResolver }),
    ...(knownContracts.length > 0 && { knownContracts }),
    tokens: file.tokens.flatMap((token) => toToken(chain, token)),
  };
}

/**
 * The web app's `/config.json`, which every visitor reads: nothing in it is secret. The app's own parser has the final
 * say.
 * @param web the app's settings as a person wrote them
 */
export function toWebConfig(file: Omit<Installation, 'web'>, web: InstallationFile['web']) {
  const { files: _folder, note: _reason, ...settings } = web ?? {};
  const chains = file.chains.filter(({ status }) => status !== 'closed');
  const categories = [...new Set(chains.map(({ category }) => category))];
  const [category] = categories;
  const { demoAccounts } = file.lab;
  return {
    installation: file.name,
    service: { baseUrl: file.api.url, ...(categories.length === 1 && { category }) },
    chains: chains.map((chain) => toChain(file, chain, categories.length > 1)),
    ...settings,
    ...(demoAccounts !== undefined && { demoWallet: { accounts: demoAccounts } }),
  };
}
