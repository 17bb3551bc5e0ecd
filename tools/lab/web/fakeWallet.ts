import type { Hash, TransactionReceipt } from 'viem';
import { decodeFunctionData, erc20Abi } from 'viem';
import type { Call } from '../../../src/transfer/model/transactionPlan.ts';
import type { ChainReads } from '../../../src/transfer/reads/chainReads.ts';
import type { ConnectedWallet } from '../../../src/transfer/session/connectedWallet.ts';
import type { Session } from '../../../src/transfer/session/session.ts';
import { ACCOUNT, terms } from './fixtures.ts';

export const hashOf = (digit: string): Hash => `0x${digit.repeat(64)}`;
export const APPROVAL_HASH = hashOf('a');
export const DEPOSIT_HASH = hashOf('d');

/** An error as wallets send it (EIP-1193). */
export function walletError(code: number): Error {
  return Object.assign(new Error(`wallet error ${code}`), { code });
}

export type FakeChain = {
  allowance: bigint;
  /** The reason why every simulation reverts; null if simulations succeed. */
  simulationReverts: string | null;
  /** False if no node can simulate. */
  canSimulate: boolean;
  approvalStatus: TransactionReceipt['status'];
  /** The deposits that a search of the origin chain finds. */
  deposits: readonly Hash[];
  /** Whether a single search reaches the newest block. */
  isSearchable: boolean;
  /** Whether the account is a contract whose wallet returns hashes that no node knows. */
  isSafe: boolean;
  minedNonce: number;
  /** How many of the account's transactions wait to be mined. */
  pending: number;
};

/**
 * A wallet on an origin chain. An approval sets the allowance there.
 * @param overrides wallet answers that a test replaces
 */
export function createFakeWallet(overrides: Partial<ConnectedWallet> = {}) {
  const chain: FakeChain = {
    allowance: 0n,
    simulationReverts: null,
    canSimulate: true,
    approvalStatus: 'success',
    deposits: [],
    isSearchable: true,
    isSafe: false,
    minedNonce: 7,
    pending: 0,
  };
  const simulated: (readonly Call[])[] = [];
  const sent: Call[] = [];
  const batches: (readonly Call[])[] = [];
  const isApproval = ({ to }: Call) => to === terms.origin.token;

  function execute(call: Call): void {
    if (!isApproval(call) || chain.approvalStatus === 'reverted') return;
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: call.data });
    if (functionName === 'approve') chain.allowance = args[1];
  }

  const answers: ConnectedWallet = {
    announced: () => ({ account: ACCOUNT, chainId: terms.origin.chainId }),
    connected: async () => {},
    accounts: async () => [ACCOUNT],
    chainId: async () => terms.origin.chainId,
    switchChain: async () => {},
    send: async (_from, call) => {
      execute(call);
      return isApproval(call) ? APPROVAL_HASH : DEPOSIT_HASH;
    },
    atomicStatus: async () => null,
    sendBatch: async (_from, calls) => {
      for (const call of calls) execute(call);
      return 'batch';
    },
    batchStatus: async () => ({ status: 'success', hash: DEPOSIT_HASH }),
    ...overrides,
  };
  const wallet: ConnectedWallet = {
    ...answers,
    send: (from, call) => {
      sent.push(call);
      return answers.send(from, call);
    },
    sendBatch: (from, calls) => {
      batches.push(calls);
      return answers.sendBatch(from, calls);
    },
  };
  const reads: Session['reads'] & Pick<ChainReads, 'minedNonce' | 'pendingNonce'> = {
    minedNonce: async () => chain.minedNonce,
    pendingNonce: async () => chain.minedNonce + chain.pending,
    allowanceOf: async () => chain.allowance,
    codeOf: async () => (chain.isSafe ? '0x60' : '0x'),
    nonceOf: async () => (chain.isSafe ? null : 7),
    findDeposit: async (_terms, { isClaimed, isWhole = false }) => {
      // Earlier searches missed the deposits, so only a complete one finds them.
      const hash = chain.deposits.find((one) => isWhole && !isClaimed(one, 150n));
      if (hash) return { kind: 'found', hash };
      return { kind: chain.isSearchable ? 'none' : 'incomplete', to: 200n };
    },
    readAttempt: async () => ({ nonce: 7, fromBlock: 100n }),
    simulateInOrder: async (_chainId, _account, calls) => {
      if (!chain.canSimulate) throw new Error('no node can simulate');
      simulated.push(calls);
      return { reverted: chain.simulationReverts, gas: 50_000n, isComplete: true };
    },
    waitForReceipt: () =>
      chain.isSafe
        ? new Promise<never>(() => {})
        : Promise.resolve({ status: chain.approvalStatus } as TransactionReceipt),
  };
  return { wallet, reads, chain, simulated, sent, batches };
}
