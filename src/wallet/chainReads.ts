import type { Address, Hash, Log } from 'viem';
import { erc20Abi, parseEventLogs, TransactionReceiptNotFoundError } from 'viem';
import {
  call,
  estimateFeesPerGas,
  getBalance,
  getBlockNumber,
  getLogs,
  getTransactionCount,
  getTransactionReceipt,
  readContract,
} from 'viem/actions';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import type { TransferTerms } from '../domain/transfer.ts';
import type { Wagmi } from './createWagmi.ts';

type TokenOn = { readonly chainId: number; readonly token: Address; readonly account: Address };

const depositEvent = depositAbi[1];

function isTermsDeposit(log: Log, terms: TransferTerms): boolean {
  if (!isSameAddress(log.address, terms.deposit.to)) return false;
  return parseEventLogs({ abi: depositAbi, logs: [log], eventName: 'Deposit' }).some(
    ({ args }) =>
      isSameAddress(args.user, terms.account) &&
      isSameAddress(args.token, terms.origin.token) &&
      isSameAddress(args.maker, terms.maker) &&
      isSameAddress(args.target, terms.recipient) &&
      args.amount === terms.send &&
      args.destination === BigInt(terms.destination.chainId),
  );
}

export type DepositReceipt = 'pending' | 'reverted' | 'noDeposit' | 'mined';

/** What the app asks of the chains by itself. Every function throws viem's errors where a node gives no answer. */
export function createChainReads(wagmi: Wagmi) {
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

    /** The bid of a wallet that takes the node's advice, in wei per gas. */
    maxFeePerGas: async (chainId: number): Promise<bigint> =>
      (await estimateFeesPerGas(clientOf(chainId))).maxFeePerGas,

    /** Runs the deposit without sending it; throws what the contract or the node says against it. */
    simulateDeposit: async (terms: TransferTerms): Promise<void> => {
      await call(clientOf(terms.origin.chainId), { account: terms.account, ...terms.deposit });
    },

    noteAttempt: async (terms: TransferTerms) => {
      const client = clientOf(terms.origin.chainId);
      const [nonce, fromBlock] = await Promise.all([
        getTransactionCount(client, { address: terms.account, blockTag: 'pending' }),
        getBlockNumber(client, { cacheTime: 0 }),
      ]);
      return { nonce, fromBlock };
    },

    minedNonce: (terms: TransferTerms): Promise<number> =>
      getTransactionCount(clientOf(terms.origin.chainId), { address: terms.account, blockTag: 'latest' }),

    /** Hashes of the deposits, from a block on, that are just what the terms say. */
    findDeposits: async (terms: TransferTerms, fromBlock: bigint): Promise<readonly Hash[]> => {
      const logs = await getLogs(clientOf(terms.origin.chainId), {
        address: terms.deposit.to,
        event: depositEvent,
        args: { user: terms.account },
        fromBlock,
      });
      return logs.filter((log) => isTermsDeposit(log, terms)).map((log) => log.transactionHash);
    },

    readDeposit: async (terms: TransferTerms, hash: Hash): Promise<DepositReceipt> => {
      const receipt = await getTransactionReceipt(clientOf(terms.origin.chainId), { hash }).catch((error: unknown) => {
        if (error instanceof TransactionReceiptNotFoundError) return null;
        throw error;
      });
      if (!receipt) return 'pending';
      if (receipt.status === 'reverted') return 'reverted';
      return receipt.logs.some((log) => isTermsDeposit(log, terms)) ? 'mined' : 'noDeposit';
    },
  };
}

export type ChainReads = ReturnType<typeof createChainReads>;
