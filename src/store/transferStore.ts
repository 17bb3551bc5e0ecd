import { createStore } from 'zustand/vanilla';
import type { Transfer, TransferEvent } from '../domain/transfer.ts';
import { transition } from '../domain/transfer.ts';
import type { TransferTerms } from '../domain/transferTerms.ts';
import { createTransferRecords } from './transferRecords.ts';

type Transfers = Readonly<Record<string, Transfer>>;

export type TransferState = {
  /** By id, in the order in which they were begun. */
  readonly transfers: Transfers;
  /** Transfers whose last change could not be written: they live in this page alone until it is closed. */
  readonly unsaved: ReadonlySet<string>;
  /**
   * Begins a transfer: nothing is asked of the wallet before this has been written.
   * @throws StorageRefused where it cannot be
   */
  readonly begin: (terms: TransferTerms, needsApproval: boolean) => void;
  /** @returns the transfer as it is now, and whether the browser keeps it; null where there is none */
  readonly apply: (id: string, event: TransferEvent) => Applied | null;
  /** Takes up what another tab has written. */
  readonly refresh: () => void;
};

export type Applied = { readonly transfer: Transfer; readonly isStored: boolean };

/** The browser keeps nothing more for this page: full, or barred. */
export class StorageRefused extends Error {
  readonly code = 'storage_refused';
}

function inOrder(transfers: Transfers): Transfers {
  return Object.fromEntries(Object.entries(transfers).sort(([, a], [, b]) => a.terms.createdAt - b.terms.createdAt));
}

/**
 * The transfers of this browser, each under a key of its own in its storage. A change is on disk before `begin` or
 * `apply` returns, so that a tab which dies right after has lost nothing, and it is made to what the storage holds at that
 * moment, so that tabs do not set each other back.
 */
export function createTransferStore(storage: Storage, installation: string) {
  const records = createTransferRecords(storage, installation);

  return createStore<TransferState>((set, get) => {
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
        if (!records.write(terms.id, transfer)) throw new StorageRefused('the browser does not store the transfer');
        set({ transfers: inOrder({ ...get().transfers, [terms.id]: transfer }) });
      },
      apply: (id, event) => {
        const { transfers, unsaved } = get();
        // What could not be written is known here alone, and is further on than its record.
        const current = unsaved.has(id) ? transfers[id] : (records.read(id) ?? transfers[id]);
        if (!current) return null;
        const next = transition(current, event);
        if (next !== current || unsaved.has(id)) return put(id, next);
        get().refresh();
        return { transfer: current, isStored: true };
      },
      refresh: () => {
        const { transfers, unsaved } = get();
        const stored = Object.entries(records.readAll()).filter(([id]) => !unsaved.has(id));
        set({ transfers: inOrder({ ...transfers, ...Object.fromEntries(stored) }) });
      },
    };
  });
}

export type TransferStore = ReturnType<typeof createTransferStore>;
