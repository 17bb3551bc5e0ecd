import { createHash } from 'node:crypto';
import type { Address } from 'viem';
import { getAddress } from 'viem';
import type { ConfigFile } from '../../../service/boot/configSchema.ts';
import { readExampleFile } from '../../service/sampleCatalog.ts';

const FIRST_CHAIN_ID = 70_000;

export function addressOf(name: string): Address {
  return getAddress(`0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`);
}

export type Extent = { readonly chains: number; readonly tokens: number };

const names = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind}${index}`);

/** A configuration with a route for each token from each chain to each other one. */
export function createGrownFile({ chains, tokens }: Extent): ConfigFile {
  const file = readExampleFile();
  const [chain] = file.chains;
  const token = file.tokens.find(({ name }) => name === 'USDC');
  const route = file.routes.find((one) => one.token === 'USDC');
  if (!chain || !token || !route) throw new Error('the example lacks USDC');
  const chainNames = names('Chain', chains);
  const tokenNames = names('TOKEN', tokens);
  const native = file.tokens.filter(({ name }) => name === chain.nativeToken);
  const on = (toAddress: (chainName: string) => string, decimals: number) =>
    Object.fromEntries(chainNames.map((name) => [name, { address: toAddress(name), decimals }]));
  return {
    ...file,
    chains: chainNames.map((name, index) => ({
      ...{ ...chain, name, id: FIRST_CHAIN_ID + index, rpcUrls: [`http://127.0.0.1:9/${name}`] },
      ...{ depositContract: addressOf(`deposits ${name}`), vault: addressOf(`vault ${name}`) },
    })),
    tokens: [
      ...native.map((one) => ({ ...one, deployments: on(() => `0x${'0'.repeat(40)}`, 18) })),
      ...tokenNames.map((name) => ({ ...token, name, deployments: on((at) => addressOf(`${name} ${at}`), 6) })),
    ],
    routes: tokenNames.flatMap((name) =>
      chainNames.flatMap((from) =>
        chainNames.flatMap((to) => (from === to ? [] : [{ ...route, token: name, from, to }])),
      ),
    ),
  } as ConfigFile;
}
