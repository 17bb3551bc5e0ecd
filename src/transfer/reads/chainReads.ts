import type { Address, Hash, Hex } from 'viem';
import { erc20Abi } from 'viem';
import { estimateFeesPerGas, getBalance, getBlock, getCode, getTransactionCount, readContract } from 'viem/actions';
import { isNativeToken } from '#shared/address.ts';
import { createBalanceReads } from '../../chain/balanceReads.ts';
import type { ClientOf } from '../../chain/chainClients.ts';
import { createHistoryReads } from '../../chain/historyReads.ts';
import { createPaymentReads } from '../../chain/paymentReads.ts';
import type { Registry } from '../../config/registry.ts';
import type { Call } from '../model/transactionPlan.ts';
import type { DepositReads } from './depositReads.ts';
import { createDepositReads } from './depositReads.ts';
import { createProofReads, createRefundReads } from './proofReads.ts';
import type { SimulationResult } from './simulateInOrder.ts';
import { simulateInOrder } from './simulateInOrder.ts';
import type { NativePayout, PayoutSimulation } from './simulatePayout.ts';
import { simulatePayout } from './simulatePayout.ts';

type TokenOn = { readonly chainId: number; readonly token: Address; readonly account: Address };

/** Balances, allowances, code, gas prices and simulations. Throws viem's errors when no node answers. */
function createAccountReads(clientOf: ClientOf) {
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

    simulatePayout: (chainId: number, payout: NativePayout): Promise<PayoutSimulation> =>
      simulatePayout(clientOf(chainId), payout),
  };
}

type TimedReads = Pick<DepositReads, 'receiptOn'> & Pick<ReturnType<typeof createProofReads>, 'depositsIn'>;

type Payout = {
  readonly hash: Hash;
  readonly originId: number;
  readonly payoutHash: Hash;
  readonly destinationId: number;
};

/** When the chains mined a transfer. */
function createTimeReads({ receiptOn, depositsIn }: TimedReads, clientOf: ClientOf) {
  /** Null if no node returns it. */
  async function depositTime(chainId: number, hash: Hash): Promise<number | null> {
    const [deposit] = await depositsIn(chainId, hash).catch(() => []);
    return deposit ? Number(deposit.timestamp) * 1000 : null;
  }

  async function blockTime(chainId: number, hash: Hash): Promise<number | null> {
    const receipt = await receiptOn(chainId, hash).catch(() => null);
    if (!receipt) return null;
    const block = await getBlock(clientOf(chainId), { blockNumber: receipt.blockNumber }).catch(() => null);
    return block ? Number(block.timestamp) * 1000 : null;
  }

  return {
    /** When the deposit was mined, in milliseconds by its chain; null if no node returns it. */
    depositTime,

    /** The seconds from the deposit's block to the payout's block, at least 1; null if no node returns the times. */
    secondsTaken: async ({ hash, originId, payoutHash, destinationId }: Payout): Promise<number | null> => {
      const [from, to] = await Promise.all([depositTime(originId, hash), blockTime(destinationId, payoutHash)]);
      return from === null || to === null ? null : Math.max(1, Math.round((to - from) / 1000));
    },
  };
}

/** All chain reads and proofs of the app. */
export function createChainReads(clientOf: ClientOf, registry: Registry) {
  const deposits = createDepositReads(clientOf, registry);
  const payments = createPaymentReads(clientOf);
  const { receiptOn } = deposits;
  const proofs = createProofReads({ receiptOn, ...payments }, registry);
  return {
    ...createAccountReads(clientOf),
    ...createBalanceReads(clientOf),
    ...deposits,
    ...createHistoryReads(clientOf),
    ...createTimeReads({ ...deposits, ...proofs }, clientOf),
    ...proofs,
    ...createRefundReads({ receiptOn, ...payments }, registry),
  };
}

export type ChainReads = ReturnType<typeof createChainReads>;
