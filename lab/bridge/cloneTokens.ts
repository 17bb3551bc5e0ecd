import type { Address } from 'viem';
import { numberToHex, zeroHash } from 'viem';
import type { LabInstallation } from '../installation/installationFile.ts';
import { slotsOf } from './setVaultCap.ts';
import type { BridgeSide, TestBridge } from './testBridge.ts';

// Above every precompiled contract, and no other account.
const FIRST_ADDRESS = 0xc10e_0000;

const addressOf = (index: number): Address => numberToHex(FIRST_ADDRESS + index, { size: 20 });

/** Gives the copies the cap of USDC in the vault. The owner would have to wait for the vault's delay. */
async function copyCaps({ chain: { client }, deployment: { vault }, token }: BridgeSide, count: number): Promise<void> {
  const copies = Array.from({ length: count }, (_, index) => slotsOf(addressOf(index)));
  for (const [mapping, slot] of slotsOf(token('USDC')).entries()) {
    const value = await client.getStorageAt({ address: vault, slot });
    if (!value || value === zeroHash) continue;
    for (const slots of copies) await client.setStorageAt({ address: vault, index: slots[mapping] ?? slot, value });
  }
}

/**
 * Puts copies of USDC on both chains of a bridge, without any balance.
 * @returns adds them to a file, with a route in each direction
 */
export async function cloneTokens({ origin, destination }: TestBridge, count: number) {
  for (const side of [origin, destination]) {
    const { chain, token } = side;
    const bytecode = await chain.client.getCode({ address: token('USDC') });
    if (!bytecode) throw new Error('the chain has no USDC');
    for (let index = 0; index < count; index += 1) await chain.client.setCode({ address: addressOf(index), bytecode });
    await copyCaps(side, count);
  }
  return (file: LabInstallation): void => {
    const model = file.tokens.find(({ name }) => name === 'USDC');
    if (!model) throw new Error('the file has no USDC');
    for (let index = 0; index < count; index += 1) {
      const addresses = Object.keys(model.addresses).map((chain) => [chain, addressOf(index)] as const);
      file.tokens.push({ ...model, name: `TOKEN${index}`, addresses: Object.fromEntries(addresses) });
    }
  };
}
