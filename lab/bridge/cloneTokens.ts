import type { Address } from 'viem';
import { numberToHex } from 'viem';
import type { ConfigFile } from '../../service/config/configFileSchema.ts';
import type { TestBridge } from './testBridge.ts';

// Above every precompiled contract, and no other account.
const FIRST_ADDRESS = 0xc10e_0000;

const addressOf = (index: number): Address => numberToHex(FIRST_ADDRESS + index, { size: 20 });

/**
 * Puts copies of USDC on both chains of a bridge, without any balance.
 * @returns adds them to a configuration, with a route in each direction
 */
export async function cloneTokens({ origin, destination }: TestBridge, count: number) {
  for (const { chain, token } of [origin, destination]) {
    const bytecode = await chain.client.getCode({ address: token('USDC') });
    if (!bytecode) throw new Error('the chain has no USDC');
    for (let index = 0; index < count; index += 1) await chain.client.setCode({ address: addressOf(index), bytecode });
  }
  return (file: ConfigFile): void => {
    const model = file.tokens.find(({ name }) => name === 'USDC');
    const routes = file.routes.filter(({ token }) => token === 'USDC');
    if (!model) throw new Error('the configuration has no USDC');
    for (let index = 0; index < count; index += 1) {
      const name = `TOKEN${index}`;
      const deployments = Object.entries(model.deployments).map(
        ([chain, { decimals }]) => [chain, { address: addressOf(index), decimals }] as const,
      );
      file.tokens.push({ ...model, name, deployments: Object.fromEntries(deployments) });
      file.routes.push(...routes.map((route) => ({ ...route, token: name })));
    }
  };
}
