import type { Address, Hex } from 'viem';
import { createClient, createTestClient, custom, http, parseAbi, publicActions, zeroAddress } from 'viem';
import { multicall } from 'viem/actions';

/** The address of Multicall3 on almost every public chain. */
export const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** Extracts the creation code of Multicall3 from a viem call, because viem does not export it. */
async function readCreationCode(): Promise<Hex> {
  let found: Hex | undefined;
  const client = {
    ...createClient({ transport: custom({ request: async () => '0x' }) }),
    readContract: async ({ code }: { readonly code?: Hex }) => {
      found = code;
      return [];
    },
  };
  const call = { address: zeroAddress, abi: parseAbi(['function f() view']), functionName: 'f' } as const;
  // The client returns nothing, which makes viem throw.
  await multicall(client, { contracts: [call], deployless: true }).catch(() => {});
  if (!found) throw new Error('viem no longer sends the code of Multicall3 with its calls');
  return found;
}

/** Puts Multicall3 on an anvil chain. */
export async function installMulticall(rpcUrl: string): Promise<void> {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) }).extend(publicActions);
  const { data: bytecode } = await client.call({ data: await readCreationCode() });
  if (!bytecode) throw new Error('the chain returns no code for Multicall3');
  await client.setCode({ address: MULTICALL3, bytecode });
}
