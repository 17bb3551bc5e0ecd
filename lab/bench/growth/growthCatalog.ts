import { createHash } from 'node:crypto';
import type { Address } from 'viem';
import { getAddress } from 'viem';
import type { LabInstallation } from '../../installation/installationFile.ts';
import { createSampleFile } from '../../service/sampleCatalog.ts';

const FIRST_CHAIN_ID = 70_000;

export function addressOf(name: string): Address {
  return getAddress(`0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`);
}

export type Extent = { readonly chains: number; readonly tokens: number };

const names = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind}${index}`);

/** A file with a route for each token from each chain to each other one, and none for the native token. */
export function createGrownFile({ chains, tokens }: Extent): LabInstallation {
  const file = createSampleFile();
  const [chain] = file.chains;
  const token = file.tokens.find(({ name }) => name === 'USDC');
  if (!chain || !token) throw new Error('the sample lacks USDC');
  const chainNames = names('Chain', chains);
  const tokenNames = names('TOKEN', tokens);
  const native = file.tokens.filter(({ name }) => name === chain.nativeToken);
  return {
    ...file,
    chains: chainNames.map((name, index) => ({
      ...{ ...chain, name, id: FIRST_CHAIN_ID + index, rpcUrls: [`http://127.0.0.1:9/${name}`] },
      ...{ depositContract: addressOf(`deposits ${name}`), vault: addressOf(`vault ${name}`) },
    })),
    tokens: [
      ...native.map((one) => ({ ...one, transfers: [] })),
      ...tokenNames.map((name) => ({
        ...{ ...token, name },
        addresses: Object.fromEntries(chainNames.map((at) => [at, addressOf(`${name} ${at}`)])),
      })),
    ],
  };
}
