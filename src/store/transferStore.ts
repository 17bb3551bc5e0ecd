import { createStore } from 'zustand/vanilla';
import { isEqual } from '../domain/isEqual.ts';
import { ownValue } from '../domain/ownValue.ts';
import type { Transfer, TransferEvent } from '../domain/transfer.ts';
import { transition } from '../domain/transfer.ts';
import type { TransferTerms } from '../domain/transferTerms.ts';
import { createTransferRecords } from './transferRecords.ts';

type Transfers = Readonly<Record<string, Transfer>>;

export type TransferState = {
  /** By id, oldest first. */
  readonly transfers: Transfers;
  /** Ids of transfers whose last change the browser did not store. A reload loses that change. */
  readonly unsaved: ReadonlySet<string>;
  /**
   * Stores a new transfer. The wallet must not open before that.
   * @throws StorageRefused if the browser does not store it
   */
  readonly begin: (terms: TransferTerms, needsApproval: boolean) => void;
  /** @returns the transfer after the event, and whether the browser stored it; null for an unknown id */
  readonly apply: (id: string, event: TransferEvent) => Applied | null;
  /** Adds the chosen transfers that the browser stores, in one change. They were made elsewhere. */
  readonly add: (choose: (known: Transfers) => readonly Transfer[]) => void;
  /** Reads the changes of other tabs. */
  readonly refresh: () => void;
};

export type Applied = { readonly transfer: Transfer; readonly isStored: boolean };

/** The browser's storage is full or blocked. */
export class StorageRefused extends Error {
  readonly code = 'storage_refused';
}

function inOrder(transfers: Transfers): Transfers {
  return Object.fromEntries(Object.entries(transfers).sort(([, a], [, b]) => a.terms.createdAt - b.terms.createdAt));
}

/**
 * The transfers of this browser. `begin` and `apply` write to storage before they return, so a tab that closes right
 * after loses nothing. `apply` starts from the stored record, so that a tab never overwrites the progress of another.
 */
export function createTransferStore(storage: Storage, installation: string) {
  const records = createTransferRecords(storage, installation);

  return createStore<TransferState>((set, get) => {
    /** No event changes the terms, so a record with other terms than this page has was edited. Only its progress counts. */
    function withKnownTerms(id: string, stored: Transfer): Transfer {
      const known = ownValue(get().transfers, id);
      return known && !isEqual(known.terms, stored.terms) ? { ...stored, terms: known.terms } : stored;
    }

    function put(id: string, transfer: Transfer): Applied {
      const isStored = records.write(id, transfer);
      const unsaved = new Set(get().unsaved);
      if (isStored) unsaved.delete(id);
      else unsaved.add(id);
      set({ transfers: inOrder({ ...get().transfers, [id]: transfer }), unsaved });
      return { transfer, isStored };
    }

    return {
      transfers: inOrder(records.readAll()),
      unsaved: new Set(),
      begin: (terms, needsApproval) => {
        const transfer: Transfer = needsApproval
          ? { status: 'approving', terms, approvalHash: null }
          : { status: 'readyToSign', terms, attempt: null };
        if (!records.write(terms.id, transfer))
          throw new StorageRefused('the browser did not store the transfer; its storage is full or blocked');
        set({ transfers: inOrder({ ...get().transfers, [terms.id]: transfer }) });
      },
      apply: (id, event) => {
        const { transfers, unsaved } = get();
        // An unsaved transfer is newer here than its record.
        const shown = ownValue(transfers, id);
        const record = unsaved.has(id) ? null : records.read(id);
        const current = record ? withKnownTerms(id, record) : shown;
        if (!current) return null;
        const next = transition(current, event);
        if (next !== current || unsaved.has(id)) return put(id, next);
        get().refresh();
        return { transfer: current, isStored: true };
      },
      add: (choose) => {
        get().refresh();
        const { transfers } = get();
        const added = choose(transfers).filter((transfer) => records.write(transfer.terms.id, transfer));
        const entries = added.map((transfer) => [transfer.terms.id, transfer] as const);
        if (added.length > 0) set({ transfers: inOrder({ ...transfers, ...Object.fromEntries(entries) }) });
      },
      refresh: () => {
        const { transfers, unsaved } = get();
        const changed = Object.entries(records.readAll())
          .filter(([id, transfer]) => !unsaved.has(id) && transfer !== ownValue(transfers, id))
          .map(([id, transfer]) => [id, withKnownTerms(id, transfer)] as const);
        if (changed.length > 0) set({ transfers: inOrder({ ...transfers, ...Object.fromEntries(changed) }) });
      },
    };
  });
}

export type TransferStore = ReturnType<typeof createTransferStore>;
