import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import { isEqual } from '../lib/isEqual.ts';
import { ownValue } from '../lib/ownValue.ts';
import type { Transfer, TransferEvent } from './model/transfer.ts';
import { transition } from './model/transfer.ts';
import { decodeTransfer, encodeTransfer } from './model/transferCodec.ts';
import type { TransferTerms } from './model/transferTerms.ts';

/**
 * The shape of a stored transfer. A later version's record stays as it is, because this version would drop what it
 * adds.
 */
const VERSION = 1;
const recordWire = v.object({ version: v.literal(VERSION), transfer: v.unknown() });

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Stores each transfer as text under its own key. Unreadable records stay, because a later version may have written
 * them.
 */
function createTransferRecords(storage: Storage, installation: string) {
  const prefix = `causeway.transfers.${installation}/`;

  // Each change in another tab reads all records again. An unchanged text is not parsed again.
  const decoded = new Map<string, { readonly text: string | null; readonly transfer: Transfer | null }>();

  function write(id: string, transfer: Transfer): boolean {
    const text = JSON.stringify({ version: VERSION, transfer: encodeTransfer(transfer) });
    try {
      storage.setItem(`${prefix}${id}`, text);
    } catch {
      return false;
    }
    decoded.set(id, { text, transfer });
    return true;
  }

  function read(id: string): Transfer | null {
    const text = storage.getItem(`${prefix}${id}`);
    const before = decoded.get(id);
    if (before?.text === text) return before?.transfer ?? null;
    const record = v.safeParse(recordWire, parseJson(text));
    const found = record.success ? decodeTransfer(record.output.transfer) : null;
    // "a/" is also the start of the keys of an installation named "a/b".
    const transfer = found?.terms.id === id ? found : null;
    decoded.set(id, { text, transfer });
    return transfer;
  }

  function readAll(): Readonly<Record<string, Transfer>> {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    const ids = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    const entries = ids.flatMap((id) => {
      const transfer = read(id);
      return transfer ? [[id, transfer] as const] : [];
    });
    return Object.fromEntries(entries);
  }

  return { write, read, readAll };
}

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
  /** Reads the changes from other tabs. */
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
 * This browser's transfers. `begin` and `apply` write to storage before they return, so a tab that closes right
 * afterwards loses nothing. `apply` starts from the stored record, so a tab never overwrites another one's progress.
 */
export function createTransferStore(storage: Storage, installation: string) {
  const records = createTransferRecords(storage, installation);

  return createStore<TransferState>((set, get) => {
    /**
     * No event changes the terms, so a record whose terms differ from this page's was edited. Only its progress counts.
     */
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
