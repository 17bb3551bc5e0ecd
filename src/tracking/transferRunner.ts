import type { Hash } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { ChainReads } from '../chain/chainReads.ts';
import type { Transfer, TransferEvent } from '../domain/transfer.ts';
import { depositHash } from '../domain/transfer.ts';
import { findTwins } from '../domain/twins.ts';
import type { VerifiedBuild } from '../domain/verifyBuild.ts';
import type { TransferStore } from '../store/transferStore.ts';
import type { Wagmi } from '../wallet/createWagmi.ts';
import { advanceTransfer, revokeAllowance } from '../wallet/submitTransfer.ts';
import { toTerms } from '../wallet/toTerms.ts';
import type { WalletProblem } from '../wallet/walletProblem.ts';
import { shortReason, WalletStepFailed } from '../wallet/walletProblem.ts';
import type { Run as WalletRun } from '../wallet/walletRun.ts';
import type { Presence } from './presence.ts';
import type { Runs } from './runs.ts';
import { IDLE_RUN } from './runs.ts';

type Deps = {
  readonly store: TransferStore;
  readonly runs: Runs;
  readonly wagmi: Wagmi;
  readonly reads: ChainReads;
  readonly presence: Presence;
  readonly now: () => number;
  readonly createId: () => string;
};

/** Leads transfers through the wallet: one run at a time for each account, in whatever tab. */
export function createTransferRunner({ store, runs, wagmi, reads, presence, now, createId }: Deps) {
  const find = (id: string): Transfer | undefined => store.getState().transfers[id];

  function isClaimed(id: string, hash: Hash): boolean {
    const others = Object.values(store.getState().transfers).filter((other) => other.terms.id !== id);
    return others.some((other) => depositHash(other) === hash);
  }

  /** Does a piece of work for a transfer, and keeps what stood in its way for the screen. */
  async function run(id: string, work: () => Promise<void>): Promise<void> {
    if ((runs.getState()[id] ?? IDLE_RUN).isRunning) return;
    runs.setState({ [id]: { isRunning: true, problem: null } });
    try {
      await work();
      runs.setState({ [id]: IDLE_RUN });
    } catch (error) {
      const problem: WalletProblem =
        error instanceof WalletStepFailed ? error.problem : { kind: 'unanswered', reason: shortReason(error) };
      runs.setState({ [id]: { isRunning: false, problem } });
    }
  }

  /** Opens the wallet for a transfer. Two wallet windows of one account would race for one nonce and one allowance. */
  async function withWallet(
    id: string,
    work: (transfer: Transfer, walletRun: WalletRun) => Promise<void>,
  ): Promise<void> {
    store.getState().refresh();
    const transfer = find(id);
    if (!transfer) return;
    const { terms } = transfer;
    const apply = (event: TransferEvent) => store.getState().apply(id, event);
    const wasAlone = await presence.ifAlone(`causeway.wallet.${terms.account}.${terms.origin.chainId}`, () =>
      work(transfer, { wagmi, reads, now, terms, apply, isClaimed: (hash) => isClaimed(id, hash) }),
    );
    if (!wasAlone) throw new WalletStepFailed({ kind: 'otherTab' });
  }

  /** The same transfer may have been signed in another tab since this one was reviewed. */
  function requireNoTwin({ terms }: Transfer): void {
    const others = Object.values(store.getState().transfers).filter((other) => other.terms.id !== terms.id);
    const { unresolved, sent } = findTwins(terms, others);
    const isNews = sent.some((twin) => !terms.knownTwins.includes(twin.terms.id));
    if (unresolved.length > 0 || isNews) throw new WalletStepFailed({ kind: 'twin' });
  }

  async function advanceAlone(transfer: Transfer, walletRun: WalletRun): Promise<void> {
    requireNoTwin(transfer);
    await advanceTransfer(transfer, walletRun);
  }

  const advance = (id: string) => run(id, () => withWallet(id, advanceAlone));

  return {
    advance,
    /**
     * Writes the transfer down, then opens the wallet.
     * @returns the transfer's id
     * @throws StorageRefused where it could not be written; nothing was asked of the wallet then
     */
    start(build: VerifiedBuild, knownTwins: readonly string[]): string {
      const terms = toTerms(build, { id: createId(), now: now(), knownTwins });
      store.getState().begin(terms, !isNativeToken(terms.origin.token));
      void advance(terms.id);
      return terms.id;
    },
    /** Takes a hash that the person read in their wallet, where the wallet never told the page: after a look at it. */
    adopt: (id: string, hash: Hash) =>
      run(id, async () => {
        const transfer = find(id);
        if (!transfer) return;
        if (isClaimed(id, hash) || !(await reads.isThisDeposit(transfer.terms, hash)))
          throw new WalletStepFailed({ kind: 'notThisDeposit' });
        store.getState().apply(id, { type: 'depositFound', hash });
      }),
    /** Takes back what the bridge contract may still move of this transfer's token. */
    revoke: (id: string) => run(id, () => withWallet(id, (_transfer, walletRun) => revokeAllowance(walletRun))),
    /** Ends a transfer of which nothing was signed. */
    abandon: (id: string) =>
      run(id, () => withWallet(id, async (_transfer, { apply }) => void apply({ type: 'abandoned' }))),
  };
}
