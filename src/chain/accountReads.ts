import type { Address, Hex } from 'viem';
import { erc20Abi } from 'viem';
import { estimateFeesPerGas, getBalance, getCode, getTransactionCount, readContract } from 'viem/actions';
import { isNativeToken } from '#shared/address.ts';
import type { Call } from '../domain/transactionPlan.ts';
import type { ClientOf } from './chainClients.ts';
import type { SimulationResult } from './simulateInOrder.ts';
import { simulateInOrder } from './simulateInOrder.ts';

type TokenOn = { readonly chainId: number; readonly token: Address; readonly account: Address };

/** Balances, allowances, code, gas prices and simulations. Throws viem's errors when no node answers. */
export function createAccountReads(clientOf: ClientOf) {
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

    /** An account's code; `0x` for an account without code. */
    codeOf: async (chainId: number, account: Address): Promise<Hex> =>
      (await getCode(clientOf(chainId), { address: account })) ?? '0x',

    /** How many transactions an account has sent. */
    sentBy: (chainId: number, account: Address): Promise<number> =>
      getTransactionCount(clientOf(chainId), { address: account }),

    /** The `maxFeePerGas` that viem estimates, in wei. Most wallets propose about the same. */
    maxFeePerGas: async (chainId: number): Promise<bigint> =>
      (await estimateFeesPerGas(clientOf(chainId))).maxFeePerGas,

    simulateInOrder: (chainId: number, account: Address, calls: readonly Call[]): Promise<SimulationResult> =>
      simulateInOrder(clientOf(chainId), account, calls),
  };
}
