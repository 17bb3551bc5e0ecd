import { ownValue } from '../../lib/ownValue.ts';
import { isLongOver } from '../model/isLongOver.ts';
import type { Transfer } from '../model/transfer.ts';
import type { TransferStore } from '../transferStore.ts';
import type { LookedAt } from './lookedAt.ts';
import type { PollHistory } from './lookForDeposit.ts';
import { NO_HISTORY } from './lookForDeposit.ts';
import { needsPolling } from './pollTransfer.ts';

/** A transfer that the tracker polls. `dueAt` is 0 before its first poll, and infinite during a poll. */
export type Followed = { transfer: Transfer; readonly history: PollHistory; delay: number; dueAt: number };

/** The transfers of an origin chain take turns, so a chain that does not answer delays no other. */
export type Lane = number | 'lookedAt';

type Sources = {
  readonly store: TransferStore;
  readonly looked: LookedAt;
  readonly now: () => number;
  readonly firstDelay: number;
};

/** The transfers of this browser that may have news, with what the tracker remembers of each. */
export function createFollowing({ store, looked, now, firstDelay }: Sources) {
  function isFollowed(transfer: Transfer): boolean {
    return needsPolling(transfer) && (!isLongOver(transfer, now()) || looked.getState().id === transfer.terms.id);
  }

  const followed = new Map<string, Followed>();

  const laneOf = ({ terms }: Transfer): Lane => (looked.getState().id === terms.id ? 'lookedAt' : terms.origin.chainId);

  return {
    find: (id: string | null): Followed | undefined => (id === null ? undefined : followed.get(id)),

    /** Follows each new one. @returns how many there are */
    addNew: (): number => {
      let count = 0;
      for (const [id, transfer] of Object.entries(store.getState().transfers)) {
        if (!isFollowed(transfer) || followed.has(id)) continue;
        followed.set(id, { transfer, history: { ...NO_HISTORY }, delay: firstDelay, dueAt: 0 });
        count += 1;
      }
      return count;
    },

    lanes: (): ReadonlySet<Lane> => new Set([...followed.values()].map(({ transfer }) => laneOf(transfer))),

    /** The transfers of a lane as they are now. Forgets transfers that have ended. */
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
