import type { Address } from 'viem';
import { depositFunction } from '../../shared/abi/depositAbi.ts';
import { NATIVE_TOKEN_ADDRESS } from '../../shared/address.ts';

/** The parts of the web app's configuration that a descriptor uses. */
export type DescribedBridge = {
  readonly owner: string;
  readonly url?: string | undefined;
  readonly chains: readonly { readonly id: number; readonly name: string; readonly depositContract: Address }[];
};

const SIGNATURE = `deposit(${depositFunction.inputs.map(({ type, name }) => `${type} ${name}`).join(',')})`;

/**
 * Describes the deposit call for wallets (ERC-7730, version 1), so that they show its recipient, amount and destination chain
 * instead of calldata.
 */
export function createDescriptor({ owner, url, chains }: DescribedBridge) {
  return {
    $schema: 'https://eips.ethereum.org/assets/eip-7730/erc7730-v1.schema.json',
    context: {
      $id: `${owner} deposit`,
      contract: {
        abi: [depositFunction],
        deployments: chains.map(({ id: chainId, depositContract: address }) => ({ chainId, address })),
      },
    },
    metadata: {
      owner,
      ...(url !== undefined && { info: { legalName: owner, url } }),
      constants: { nativeToken: NATIVE_TOKEN_ADDRESS },
      enums: { chains: Object.fromEntries(chains.map(({ id, name }) => [`${id}`, name])) },
    },
    display: {
      formats: {
        [SIGNATURE]: {
          $id: 'deposit',
          intent: 'Send over the bridge',
          fields: [
            {
              path: '#.amount',
              label: 'Amount to send',
              format: 'tokenAmount',
              params: { tokenPath: '#.token', nativeCurrencyAddress: '$.metadata.constants.nativeToken' },
            },
            { path: '#.target', label: 'Recipient', format: 'raw' },
            {
              path: '#.destination',
              label: 'To chain',
              format: 'enum',
              params: { $ref: '$.metadata.enums.chains' },
            },
            { path: '#.maker', label: 'Bridge vault', format: 'addressName', params: { types: ['contract'] } },
          ],
          required: ['#.amount', '#.target', '#.destination', '#.maker'],
          // The amount already shows the token. The channel is the number of an integrator, who shares the bridge's fee.
          excluded: ['#.token', '#.channel'],
        },
      },
    },
  };
}
