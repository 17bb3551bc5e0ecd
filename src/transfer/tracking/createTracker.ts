import type { Hash } from 'viem';
import type { StoreApi } from 'zustand/vanilla';
import type { Receipt } from '#client/receipt.ts';
import { ServiceUnreachable } from '#client/serviceErrors.ts';
import { parseHash } from '#shared/hash.ts';
import type { ReceiptSource } from '../../api/createReceiptSource.ts';
import { shownReceipt } from '../../api/createReceiptSource.ts';
import { createReadAhead } from '../../lib/createReadAhead.ts';
import { inParallel } from '../../lib/inParallel.ts';
import { longerDelay } from '../../lib/longerDelay.ts';
import { ownValue } from '../../lib/ownValue.ts';
import { isTaken, ownDeposits } from '../model/depositMatch.ts';
import { isLongOver } from '../model/duplicates.ts';
import type { Transfer } from '../model/transfer.ts';
import { depositHash } from '../model/transfer.ts';
import type { TransferTerms } from '../model/transferTerms.ts';
import type { TransferStore } from '../transferStore.ts';
import type { PollHistory, PollSources } from './lookForDeposit.ts';
import { NO_HISTORY } from './lookForDeposit.ts';
import { needsPolling, pollOpenWallet, pollTransfer } from './pollTransfer.ts';

/** The transfer whose page a person looks at. */
export type LookedAt = StoreApi<{ readonly id: string | null }>;

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;
/**
 * A person can import thousands of open transfers. Each turn polls some of them, and the others wait for a later turn.
 */
const TURN_SIZE = 20;
/** How often the tracker looks for the deposit of a transfer whose wallet is open, in turns of a second. */
const TURNS_PER_SEARCH = 10;
/** Concurrent polls for one chain's transfers, because an RPC endpoint limits requests. */
const PARALLEL = 4;
/** The service counts each hash as a request, and allows 20 a second by default. Quotes need most of them. */
const REST_PER_RECEIPT_MS = 200;

type Dependencies = Pick<PollSources, 'reads'> &
  Pick<ReceiptSource, 'receiptsOf'> & {
    readonly store: TransferStore;
    /** The transfer on the screen. It never waits for others. */
    readonly looked: LookedAt;
    readonly now: () => number;
    readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
    readonly random: () => number;
    /** Whether a wallet session in this page is working on the transfer. Meanwhile the tracker only looks for its deposit. */
    readonly isRunning: (id: string) => boolean;
  };

type Ask = (hash: Hash) => Promise<readonly Receipt[]>;

/** Polls every open transfer from its signature to its end. One tab at a time runs a tracker. */
export function createTracker({ store, looked, reads, now, sleep, random, isRunning, receiptsOf }: Dependencies) {
  /** A transaction can have several deposits: the receipt of the transfer's own one. */
  async function ownReceipt(terms: TransferTerms, hash: Hash, ask: Ask): Promise<Receipt> {
    const receipts = await ask(hash);
    const deposits = receipts.length > 1 ? await reads.depositsIn(terms.origin.chainId, hash) : [];
    const [own] = deposits.length === receipts.length ? ownDeposits(deposits, terms) : [];
    const receipt = own ? receipts[deposits.indexOf(own)] : shownReceipt(receipts);
    if (!receipt) throw new ServiceUnreachable('the service gave no receipt of this deposit');
    return receipt;
  }

  /** @returns whether the poll brought news; null if the chains or the service did not answer */
  async function pollOnce({ transfer: before, history, asked }: Followed, ask: Ask) {
    const { id } = before.terms;
    // The wallet may have changed the transfer while it waited for its place in the turn.
    const transfer = ownValue(store.getState().transfers, id) ?? before;
    try {
      // Another transfer may claim the deposit during the search.
      const isClaimed = (hash: string, block: bigint) =>
        isTaken({ hash, block }, transfer, Object.values(store.getState().transfers));
      const receiptOf = (hash: Hash) => ownReceipt(transfer.terms, hash, ask);
      const pollIt = asked > 0 ? pollOpenWallet : pollTransfer;
      const event = await pollIt(transfer, { reads, receiptOf, isClaimed, history });
      if (event) store.getState().apply(id, event);
      return event !== null;
    } catch {
      // The error is not shown, because the next poll repeats the same reads.
      return null;
    }
  }

  async function poll(one: Followed, ask: Ask): Promise<void> {
    const isAsking = isRunning(one.transfer.terms.id);
    one.asked = isAsking ? one.asked + 1 : 0;
    // The wallet may sign another deposit now, which earlier polls don't know about.
    if (isAsking) one.history.absentPolls = 0;
    // A wallet can send the deposit and lose its answer, so the tracker looks for it from time to time.
    const found = one.asked % TURNS_PER_SEARCH === 0 ? await pollOnce(one, ask) : null;
    const learned = isAsking || found;
    if (learned !== null) one.history.emptyPolls = learned ? 0 : one.history.emptyPolls + 1;
    one.delay = learned ? FIRST_DELAY_MS : longerDelay(one.delay, MAX_DELAY_MS);
    one.dueAt = now() + withJitter(one.delay, random);
  }

  /** @returns how many receipts the turn asked for with one request */
  async function pollTurn(turn: readonly Followed[]): Promise<number> {
    for (const one of turn) one.dueAt = Number.POSITIVE_INFINITY;
    const hashes = hashesToAsk(turn);
    // Only a transfer that was found on a chain, with its deposit's id, can share its transaction with another one.
    const isForOne = turn.every(({ transfer }) => parseHash(transfer.terms.id) === null);
    const { list, answerTo } = createReadAhead((hash) => receiptsOf(hash, { isForOne }));
    list(hashes);
    await inParallel(turn, PARALLEL, (one) => poll(one, answerTo));
    return hashes.length > 1 ? hashes.length : 0;
  }

  /** Polls the transfers that are due, or waits until one is due or there is news. */
  async function takeTurn(
    waiting: readonly Followed[],
    { signal, news }: { readonly signal: AbortSignal; readonly news: AbortSignal },
  ): Promise<void> {
    const next = Math.min(...waiting.map(({ dueAt }) => dueAt));
    if (next > now()) {
      const untilNext = Number.isFinite(next) ? next - now() : FIRST_DELAY_MS;
      return sleep(untilNext, news);
    }
    const asked = await pollTurn(nextTurn(waiting, now()));
    if (asked > 0) await sleep(asked * REST_PER_RECEIPT_MS, signal);
  }

  /** Polls until the signal is aborted. */
  return async function track(signal: AbortSignal): Promise<void> {
    const following = createFollowing({ store, looked, now });
    const running = new Set<Lane>();
    let news = new AbortController();

    async function runLane(lane: Lane): Promise<void> {
      const read = () => (signal.aborted ? [] : following.waitingIn(lane));
      for (let waiting = read(); waiting.length > 0; waiting = read()) {
        await takeTurn(waiting, { signal, news: news.signal });
      }
      running.delete(lane);
    }

    function runLanes(): void {
      for (const lane of following.lanes()) {
        if (running.has(lane)) continue;
        running.add(lane);
        void runLane(lane);
      }
    }

    function wake(): void {
      news.abort();
      news = new AbortController();
    }

    function follow(): void {
      const isNews = following.addNew() > 0;
      runLanes();
      if (isNews) wake();
    }

    /** A person who opens a transfer's page wants its current status. */
    function look(): void {
      following.addNew();
      const one = following.find(looked.getState().id);
      if (one && Number.isFinite(one.dueAt)) one.dueAt = 0;
      runLanes();
      wake();
    }

    follow();
    const unsubscribe = [store.subscribe(follow), looked.subscribe(look)];
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    for (const stop of unsubscribe) stop();
    wake();
  };
}

/** 0.5 to 1.5 times the delay, so that many pages do not poll the service at the same moment. */
function withJitter(delayMs: number, random: () => number): number {
  return delayMs * (0.5 + random());
}

/** Transfers that were never polled come first, the newest at the front. After that, the longest wait counts. */
function nextTurn(waiting: readonly Followed[], now: number): readonly Followed[] {
  const due = waiting.filter(({ dueAt }) => dueAt <= now);
  due.sort((a, b) => a.dueAt - b.dueAt || b.transfer.terms.createdAt - a.transfer.terms.createdAt);
  return due.slice(0, TURN_SIZE);
}

/**
 * Whether the poll will ask for the receipt. A reported payout can usually be proven from the chain alone, so its first
 * poll doesn't ask.
 */
function asksForReceipt({ transfer, history }: Followed): boolean {
  if (transfer.status === 'failed') return transfer.kind === 'failedByService';
  if (transfer.status === 'reported') return history.emptyPolls > 0;
  return transfer.status === 'deposited' || transfer.status === 'disputed';
}

function hashesToAsk(turn: readonly Followed[]): readonly Hash[] {
  const hashes = turn.filter(asksForReceipt).map(({ transfer }) => depositHash(transfer));
  return [...new Set(hashes.filter((hash) => hash !== null))];
}

/**
 * A transfer that the tracker polls. `dueAt` is 0 before its first poll, and infinite during a poll. `asked` counts the
 * turns since its wallet opened in this page.
 */
type Followed = { transfer: Transfer; readonly history: PollHistory; delay: number; dueAt: number; asked: number };

/** The transfers of an origin chain take turns, so a chain that does not answer delays no other. */
type Lane = number | 'lookedAt';

/** This browser's transfers that may have news, with what the tracker remembers about each. */
export function createFollowing({ store, looked, now }: Pick<Dependencies, 'store' | 'looked' | 'now'>) {
  function isFollowed(transfer: Transfer): boolean {
    return needsPolling(transfer) && (!isLongOver(transfer, now()) || looked.getState().id === transfer.terms.id);
  }

  const followed = new Map<string, Followed>();

  const laneOf = ({ terms }: Transfer): Lane => (looked.getState().id === terms.id ? 'lookedAt' : terms.origin.chainId);

  return {
    find: (id: string | null): Followed | undefined => (id === null ? undefined : followed.get(id)),

    /**
     * Follows each new one.
     * @returns how many there are
     */
    addNew: (): number => {
      let count = 0;
      for (const [id, transfer] of Object.entries(store.getState().transfers)) {
        if (!isFollowed(transfer) || followed.has(id)) continue;
        followed.set(id, { transfer, history: { ...NO_HISTORY }, delay: FIRST_DELAY_MS, dueAt: 0, asked: 0 });
        count += 1;
      }
      return count;
    },

    lanes: (): ReadonlySet<Lane> => new Set([...followed.values()].map(({ transfer }) => laneOf(transfer))),

    /** The current transfers of a lane. Forgets transfers that have ended. */
    waitingIn: (lane: Lane): readonly Followed[] => {
      const { transfers } = store.getState();
      const waiting: Followed[] = [];
      for (const [id, one] of followed) {
        const transfer = ownValue(transfers, id);
        if (!transfer || !isFollowed(transfer)) {
          followed.delete(id);
          continue;
        }
        one.transfer = transfer;
        if (laneOf(transfer) === lane) waiting.push(one);
      }
      return waiting;
    },
  };
}
