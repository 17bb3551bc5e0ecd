import { isNativeToken } from '#shared/address.ts';
import { depositHash } from '../domain/transfer.ts';
import type { VerifiedBuild } from '../domain/verifyBuild.ts';
import type { TransferStore } from '../store/transferStore.ts';
import type { ChainReads } from '../wallet/chainReads.ts';
import type { Wagmi } from '../wallet/createWagmi.ts';
import { advanceTransfer, toTerms } from '../wallet/submitTransfer.ts';
import type { WalletProblem } from '../wallet/walletProblem.ts';
import { shortReason, WalletStepFailed } from '../wallet/walletProblem.ts';
import type { Runs } from './runs.ts';
import { IDLE_RUN } from './runs.ts';

type Deps = {
  readonly store: TransferStore;
  readonly runs: Runs;
  readonly wagmi: Wagmi;
  readonly reads: ChainReads;
  readonly now: () => number;
  readonly createId: () => string;
};

/** Leads transfers through the wallet, one run at a time for each. What it knows of a run lives as long as the page. */
export function createTransferRunner({ store, runs, wagmi, reads, now, createId }: Deps) {
  async function advance(id: string): Promise<void> {
    const transfer = store.getState().transfers[id];
    if (!transfer || (runs.getState()[id] ?? IDLE_RUN).isRunning) return;
    runs.setState({ [id]: { isRunning: true, problem: null } });
    try {
      await advanceTransfer(transfer, {
        wagmi,
        reads,
        now,
        terms: transfer.terms,
        apply: (event) => store.getState().apply(id, event),
      });
      runs.setState({ [id]: IDLE_RUN });
    } catch (error) {
      const problem: WalletProblem =
        error instanceof WalletStepFailed ? error.problem : { kind: 'uncertain', reason: shortReason(error) };
      runs.setState({ [id]: { isRunning: false, problem } });
    }
  }

  return {
    advance,
    /** Writes the transfer down, then opens the wallet. @returns the transfer's id */
    start(build: VerifiedBuild): string {
      const terms = toTerms(build, { id: createId(), now: now() });
      store.getState().begin(terms, !isNativeToken(terms.origin.token));
      void advance(terms.id);
      return terms.id;
    },
    /** A hash that the person read in their wallet, where the wallet never told the page. */
    adopt(id: string, hash: `0x${string}`): void {
      store.getState().apply(id, { type: 'depositSent', hash });
    },
    /** Ends a transfer of which nothing was signed. */
    abandon(id: string): void {
      const transfer = store.getState().transfers[id];
      if (!transfer || depositHash(transfer)) return;
      store.getState().apply(id, { type: 'abandoned' });
    },
  };
}

export type TransferRunner = ReturnType<typeof createTransferRunner>;
