import type { Address } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { ChainClient } from './chainClient.ts';
import { readLastDeepBlock } from './lastDeepBlock.ts';

/** Whether an account can make the vaults of a chain pay. */
export type PayerRight =
  /** It is a payer of this vault now. */
  | { readonly kind: 'payer'; readonly vault: Address }
  /** It is no payer now, but was one in the last final block: a reorg could undo the removal. */
  | { readonly kind: 'leaving' }
  /** It is no payer of any vault, in the last final block and now. What it has signed cannot pay after that block. */
  | { readonly kind: 'gone'; readonly finalBlock: bigint };

/** Reads the right of an account to pay from the vaults of a chain, the retired ones included. */
export async function readPayerRight({ chain, reader }: ChainClient, account: Address): Promise<PayerRight> {
  const head = await reader.getBlockNumber();
  const last = await readLastDeepBlock(reader, chain.payoutConfirmations, head);
  const finalBlock = last > 0n ? last : 0n;
  const findVault = async (blockNumber: bigint) => {
    const call = { abi: vaultAbi, functionName: 'isPayer', args: [account], blockNumber } as const;
    const vaults = vaultsOf(chain);
    const answers = await Promise.all(vaults.map((address) => reader.readContract({ ...call, address })));
    return vaults[answers.indexOf(true)];
  };
  const [now, before] = await Promise.all([findVault(head), findVault(finalBlock)]);
  if (now) return { kind: 'payer', vault: now };
  return before ? { kind: 'leaving' } : { kind: 'gone', finalBlock };
}
