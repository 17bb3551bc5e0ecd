import type { Address, Hex } from 'viem';
import { erc20Abi } from 'viem';
import { estimateFeesPerGas, getBalance, getCode, readContract } from 'viem/actions';
import { isNativeToken } from '#shared/address.ts';
import type { Wagmi } from '../wallet/createWagmi.ts';
import type { Call, Rehearsal } from './simulateInOrder.ts';
import { simulateInOrder } from './simulateInOrder.ts';

type TokenOn = { readonly chainId: number; readonly token: Address; readonly account: Address };

/** What the chains say of accounts and of calls that were not sent. Throws viem's errors where a node gives no answer. */
export function createAccountReads(wagmi: Wagmi) {
  const clientOf = (chainId: number) => wagmi.getClient({ chainId });

  return {
    balanceOf: ({ chainId, token, account }: TokenOn): Promise<bigint> =>
      isNativeToken(token)
        ? getBalance(clientOf(chainId), { address: account })
        : readContract(clientOf(chainId), {
            address: token,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [account],
          }),

    allowanceOf: ({ chainId, token, account }: TokenOn, spender: Address): Promise<bigint> =>
      readContract(clientOf(chainId), {
        address: token,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [account, spender],
      }),

    /** An account's code; empty (`0x`) for a plain account. */
    codeOf: async (chainId: number, account: Address): Promise<Hex> =>
      (await getCode(clientOf(chainId), { address: account })) ?? '0x',

    /** The bid of a wallet that takes the node's advice, in wei per gas. */
    maxFeePerGas: async (chainId: number): Promise<bigint> =>
      (await estimateFeesPerGas(clientOf(chainId))).maxFeePerGas,

    simulateInOrder: (chainId: number, account: Address, calls: readonly Call[]): Promise<Rehearsal> =>
      simulateInOrder(clientOf(chainId), account, calls),
  };
}
