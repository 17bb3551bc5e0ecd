import type { InstallationFile } from '../../../service/boot/installation.ts';
import { ANVIL_ACCOUNTS } from '../chains/anvil.ts';
import type { Network, Networks } from './startNetworks.ts';
import { HEARTBEAT_SECONDS, PRICES } from './startNetworks.ts';

/** A chain's settings, without contracts. */
export function describeChain({
  name,
  id,
  family,
  endpoints,
  blockSeconds,
}: Network): InstallationFile['chains'][number] {
  return {
    ...{ name, id, family, category: 'Testnet', nativeToken: 'ETH', gas: '2', maxGasPriceGwei: '200' },
    rpcUrls: endpoints.map(({ url }) => url),
    publicRpcUrls: [endpoints[0].url],
    blockTimeMs: blockSeconds * 1000,
    // A rollup's family sets these depths. For Ethereum, the default is a number of blocks.
    ...(family === 'ethereum' && { confirmations: 'finalized', payoutConfirmations: 'safe' }),
  };
}

const feedOf = ({ name, feeds }: Network, token: string) => {
  const address = feeds[token];
  if (address === undefined) throw new Error(`${name} has no feed of ${token}`);
  return { chain: name, address, maxAgeSeconds: HEARTBEAT_SECONDS };
};

/** Turns the file that `causeway init` writes into an installation on the two networks, as an operator would edit it. */
export function adaptFile(
  example: Omit<InstallationFile, 'chains' | 'tokens'>,
  { ethereum, rollup }: Networks,
): InstallationFile {
  return {
    ...example,
    name: 'networks',
    chains: [ethereum, rollup].map(describeChain),
    tokens: [
      {
        ...{ name: 'ETH', price: PRICES.ETH, maxDeviationPercent: 5, float: '20', perDay: '10' },
        feeds: [feedOf(ethereum, 'ETH'), feedOf(rollup, 'ETH')],
        transfers: [{ min: '0.001', max: '1', feeBps: 10, feeFloor: '0.00005' }],
      },
      {
        ...{ name: 'USDC', price: PRICES.USDC, maxDeviationPercent: 5, float: '20000', perDay: '10000' },
        feeds: [feedOf(ethereum, 'USDC')],
        ...{ decimals: 6, addresses: { [ethereum.name]: ethereum.usdc, [rollup.name]: rollup.usdc } },
        transfers: [{ min: '1', max: '1000', feeBps: 10, feeFloor: '0.1' }],
      },
    ],
  };
}

/** An installation on the two networks, for a person to try out. */
export const createNetworkFile = (networks: Networks, now: Date): InstallationFile =>
  adaptFile(
    {
      name: 'networks',
      database: 'postgresql://127.0.0.1:5432/causeway',
      operators: ['alice', 'bob'],
      api: { url: 'http://127.0.0.1:8787/api/v1', trustProxy: ['127.0.0.1'] },
      prices: { asOf: now.toISOString().slice(0, 10) },
      vaults: {
        owner: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
        guardian: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
      },
    },
    networks,
  );

/** The private key of an anvil account. The first deploys, and the second makes transfers. */
export function keyOf(index: number): string {
  return ANVIL_ACCOUNTS[index]?.key ?? '0x';
}
