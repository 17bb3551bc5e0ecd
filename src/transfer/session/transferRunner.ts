import type { Hash } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { WalletProblem } from '../../account/walletProblem.ts';
import { searchIncomplete, WalletStepFailed } from '../../account/walletProblem.ts';
import { shortReason } from '../../chain/chainErrors.ts';
import type { Registry } from '../../config/registry.ts';
import { ownValue } from '../../lib/ownValue.ts';
import { isTaken } from '../model/depositMatch.ts';
import { findDuplicates } from '../model/duplicates.ts';
import type { Transfer, TransferEvent } from '../model/transfer.ts';
import { depositHash } from '../model/transfer.ts';
import type { VerifiedBuild } from '../model/verifyBuild.ts';
import type { ChainReads } from '../reads/chainReads.ts';
import type { TransferStore } from '../transferStore.ts';
import type { ConnectedWallet } from './connectedWallet.ts';
import type { Session } from './session.ts';
import { revokeAllowance, runSession } from './session.ts';
import type { Sessions } from './sessionStates.ts';
import { IDLE_SESSION, sessionOf } from './sessionStates.ts';
import type { Tabs } from './tabs.ts';

type Dependencies = {
  readonly store: TransferStore;
  readonly sessions: Sessions;
  readonly registry: Registry;
  readonly wallet: ConnectedWallet;
  readonly reads: Session['reads'] & Pick<ChainReads, 'isThisDeposit' | 'minedNonce' | 'pendingNonce'>;
  readonly tabs: Pick<Tabs, 'runIfFree'>;
  readonly now: () => number;
  readonly sleep: (delayMs: number) => Promise<void>;
  readonly createId: () => string;
};

/** One run of the wallet for a transfer. It ends when the person no longer waits for the wallet. */
type Run = { readonly id: string; readonly giveUp: AbortSignal };

/** Starts and continues wallet sessions: one at a time for each account and chain, across all tabs. */
export function createTransferRunner({ store, sessions, tabs, createId, ...wallets }: Dependencies) {
  const { reads, now } = wallets;
  /**
   * How to end a transfer's running session when the person no longer waits for the wallet, and a promise of its end.
   */
  const running = new Map<string, { readonly giveUp: AbortController; readonly end: Promise<void> }>();
  const find = (id: string): Transfer | undefined => ownValue(store.getState().transfers, id);
  const othersThan = (id: string) =>
    Object.values(store.getState().transfers).filter((transfer) => transfer.terms.id !== id);

  function isClaimed(id: string, hash: Hash): boolean {
    return othersThan(id).some((other) => depositHash(other) === hash);
  }

  /** Runs work for a transfer, and stores its problem for the screen. */
  async function run(id: string, work: (giveUp: AbortSignal) => Promise<void>): Promise<void> {
    if (sessionOf(sessions.getState(), id).isRunning) return;
    sessions.setState({ [id]: { isRunning: true, problem: null } });
    const giveUp = new AbortController();
    const end = work(giveUp.signal).then(
      () => sessions.setState({ [id]: IDLE_SESSION }),
      (error: unknown) => sessions.setState({ [id]: { isRunning: false, problem: problemOf(error) } }),
    );
    running.set(id, { giveUp, end });
    await end;
    running.delete(id);
  }

  /** Two sessions for one account would compete for one nonce and one allowance, so other tabs are locked out. */
  async function withSession({ id, giveUp }: Run, work: (transfer: Transfer, session: Session) => Promise<void>) {
    const terms = find(id)?.terms;
    if (!terms) return;
    const apply = (event: TransferEvent) => store.getState().apply(id, event);
    const asking = { ...wallets, terms, apply, isClaimed: (hash: Hash) => isClaimed(id, hash) };
    const session = stopAsking(asking, () => giveUp.aborted);
    const givenUp = new Promise<void>((resolve) => giveUp.addEventListener('abort', () => resolve()));
    const hasRun = await tabs.runIfFree(`causeway.wallet.${terms.account}.${terms.origin.chainId}`, async () => {
      // The tab that held the lock before may have signed or ended transfers.
      store.getState().refresh();
      const transfer = find(id);
      if (transfer) await Promise.race([work(transfer, session), givenUp]);
    });
    if (!hasRun) throw new WalletStepFailed({ kind: 'otherTab' });
  }

  /** Another tab may have signed the same transfer since the review, and the bridge may already have delivered it. */
  function requireNoNewDuplicate({ terms }: Transfer, accepted: readonly string[]): void {
    const { signing, sent, late } = findDuplicates(terms, othersThan(terms.id), now());
    const known = [...terms.knownDuplicates, ...accepted];
    const idsOf = (transfers: readonly Transfer[]) => transfers.map((one) => one.terms.id);
    // The review asks about transfers that are open in the wallet. This transfer is never signed beside one that opened
    // later.
    const open = idsOf(signing).filter((other) => !terms.knownDuplicates.includes(other));
    if (open.length > 0) throw new WalletStepFailed({ kind: 'duplicate', others: open, isSigned: false });
    const others = idsOf([...sent, ...late]).filter((other) => !known.includes(other));
    if (others.length > 0) throw new WalletStepFailed({ kind: 'duplicate', others, isSigned: true });
  }

  async function endSession(id: string): Promise<void> {
    running.get(id)?.giveUp.abort();
    await running.get(id)?.end;
  }

  const advance = (id: string, accepted: readonly string[] = []) =>
    run(id, async (giveUp) => {
      // The person repeats these transfers, so end any session that still asks the wallet for one of them.
      await Promise.all((find(id)?.terms.knownDuplicates ?? []).map(endSession));
      const stop = onDeposit(store, id, () => running.get(id)?.giveUp.abort());
      await withSession({ id, giveUp }, async (transfer, session) => {
        requireNoNewDuplicate(transfer, accepted);
        await runSession(transfer, session);
      }).finally(stop);
    });

  return {
    /**
     * Continues a transfer. `accepted` has the ids of identical transfers that the person wants in addition to this
     * one.
     */
    advance,
    /**
     * Stores the transfer, then starts its session.
     * @returns the transfer's id
     * @throws StorageRefused if the browser does not store it; the wallet has then not been asked for anything
     */
    start(build: VerifiedBuild, knownDuplicates: readonly string[]): string {
      const terms = { ...build.terms, id: createId(), createdAt: now(), knownDuplicates };
      store.getState().begin(terms, !isNativeToken(terms.origin.token));
      void advance(terms.id);
      return terms.id;
    },
    /**
     * The person says that they rejected the request, or that the wallet shows none. The transfer can be signed again
     * only if the chain shows neither its deposit nor a pending transaction from the account. An approval moves no
     * tokens, so it needs no check.
     */
    async recheck(id: string): Promise<void> {
      const transfer = find(id);
      try {
        if (transfer?.status === 'signing') {
          // The deposit may come from this transfer's duplicate, which the person has sent meanwhile.
          const isClaimed = (hash: Hash, block: bigint) => isTaken({ hash, block }, transfer, othersThan(id));
          const event = await readRejection(transfer, { reads, isClaimed });
          store.getState().apply(id, event);
        }
        await endSession(id);
        sessions.setState({ [id]: IDLE_SESSION });
      } catch (error) {
        const { isRunning } = sessionOf(sessions.getState(), id);
        sessions.setState({ [id]: { isRunning, problem: problemOf(error) } });
      }
    },
    /** Accepts a deposit hash that the person copied from their wallet, after checking it on the chain. */
    adopt: (id: string, hash: Hash) =>
      run(id, async () => {
        const transfer = find(id);
        if (!transfer) return;
        const attempt = 'attempt' in transfer ? transfer.attempt : null;
        if (isClaimed(id, hash) || !(await reads.isThisDeposit(transfer.terms, hash, attempt))) {
          throw new WalletStepFailed({ kind: 'notThisDeposit' });
        }
        store.getState().apply(id, { type: 'depositFound', hash });
      }),
    /** Sets the deposit contract's allowance to zero for this transfer's token. */
    revoke: (id: string) =>
      run(id, (giveUp) => withSession({ id, giveUp }, (_transfer, session) => revokeAllowance(session))),
    /** Ends a transfer whose deposit was not signed. */
    abandon: (id: string) =>
      run(id, (giveUp) =>
        withSession({ id, giveUp }, async (_transfer, { apply }) => void apply({ type: 'abandoned' })),
      ),
  };
}

export type TransferRunner = ReturnType<typeof createTransferRunner>;

/**
 * Calls `act` once the tracker has found a transfer's deposit. A session whose wallet has lost its answer ends then: it would
 * hold the account's lock for good.
 * @returns the function that stops waiting for it
 */
function onDeposit(store: TransferStore, id: string, act: () => void): () => void {
  return store.subscribe(({ transfers }) => {
    const transfer = ownValue(transfers, id);
    if (transfer && depositHash(transfer) !== null) act();
  });
}

type Sources = {
  readonly reads: Pick<ChainReads, 'findDeposit' | 'minedNonce' | 'pendingNonce'>;
  /** Whether a deposit, mined in this block, belongs to another transfer. */
  readonly isClaimed: (hash: Hash, block: bigint) => boolean;
};

/**
 * Checks the chain after a person said that they rejected the request for the deposit. Reads the nonces before it
 * searches, so that a deposit mined in between is found.
 * @throws WalletStepFailed if a reading failed, or if the account has a pending transaction that may be the deposit
 */
async function readRejection(
  { terms, attempt }: Extract<Transfer, { readonly status: 'signing' }>,
  { reads, isClaimed }: Sources,
): Promise<TransferEvent> {
  try {
    const [pending, mined] = await Promise.all([reads.pendingNonce(terms), reads.minedNonce(terms)]);
    const search = await reads.findDeposit(terms, { fromBlock: attempt.fromBlock, isClaimed, isWhole: true });
    if (search.kind === 'found') return { type: 'depositFound', hash: search.hash };
    if (search.kind === 'incomplete') throw searchIncomplete(search);
    if (pending > mined) throw new WalletStepFailed({ kind: 'maybePending' });
    return { type: 'notSigned' };
  } catch (error) {
    if (error instanceof WalletStepFailed) throw error;
    throw new WalletStepFailed({ kind: 'notChecked', reason: shortReason(error) }, error);
  }
}

const PASSED_ON: ReadonlySet<TransferEvent['type']> = new Set(['depositSent', 'depositFound']);

/**
 * A session that stops asking the wallet once the person no longer waits for its answer. A late answer is still stored
 * if it has a deposit.
 */
function stopAsking(session: Session, hasGivenUp: () => boolean): Session {
  function ask<A extends readonly unknown[], R>(request: (...values: A) => Promise<R>): (...values: A) => Promise<R> {
    return async (...values) => {
      if (hasGivenUp()) throw new WalletStepFailed({ kind: 'otherTab' });
      return request(...values);
    };
  }
  const { wallet } = session;
  return {
    ...session,
    apply: (event) => (hasGivenUp() && !PASSED_ON.has(event.type) ? null : session.apply(event)),
    wallet: {
      ...wallet,
      send: ask(wallet.send),
      sendBatch: ask(wallet.sendBatch),
      switchChain: ask(wallet.switchChain),
    },
  };
}

function problemOf(error: unknown): WalletProblem {
  return error instanceof WalletStepFailed ? error.problem : { kind: 'unanswered', reason: shortReason(error) };
}
