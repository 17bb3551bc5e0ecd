import { createStore } from 'zustand/vanilla';
import type { Transfer, TransferEvent, TransferTerms } from '../domain/transfer.ts';
import { transition } from '../domain/transfer.ts';
import { decodeTransfer, encodeTransfer } from '../domain/transferCodec.ts';
import { migrateRecord, STORED_VERSION } from '../domain/transferMigrations.ts';

type Transfers = Readonly<Record<string, Transfer>>;
type Records = Readonly<Record<string, unknown>>;

export type TransferState = {
  /** By id, in the order in which they were begun. */
  readonly transfers: Transfers;
  /** The last change could not be written: it lives in this page alone until it is closed. */
  readonly isUnsaved: boolean;
  /**
   * Begins a transfer: nothing is asked of the wallet before this has been written.
   * @throws StorageRefused where it cannot be
   */
  readonly begin: (terms: TransferTerms, needsApproval: boolean) => void;
  readonly apply: (id: string, event: TransferEvent) => void;
  /** Takes up what another tab has written. */
  readonly refresh: () => void;
};

/** The browser keeps nothing more for this page: full, or barred. */
export class StorageRefused extends Error {
  readonly code = 'storage_refused';
}

function isRecords(value: unknown): value is Records {
  return typeof value === 'object' && value !== null;
}

/** Every stored record by id, brought up to this version. What is no record of ours at all is as good as nothing. */
function readRecords(storage: Storage, key: string): Records {
  let value: unknown = null;
  try {
    value = JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return {};
  }
  if (!isRecords(value) || !isRecords(value.transfers)) return {};
  const version = typeof value.version === 'number' ? value.version : STORED_VERSION;
  return Object.fromEntries(
    Object.entries(value.transfers).map(([id, record]) => [id, migrateRecord(record, version)]),
  );
}

function decodeAll(records: Records): Transfers {
  const decoded = Object.entries(records).flatMap(([id, record]) => {
    const transfer = decodeTransfer(record);
    return transfer ? [[id, transfer] as const] : [];
  });
  return Object.fromEntries(decoded);
}

/**
 * The transfers of this browser, kept in its storage. Each change is on disk before `begin` or `apply` returns, so
 * that a tab which dies right after has lost nothing. Every change is made to what the storage holds at that moment:
 * tabs do not overwrite each other, and records that this version cannot read stay as they are.
 */
export function createTransferStore(storage: Storage, installation: string) {
  const key = `causeway.transfers.${installation}`;

  function write(records: Records): boolean {
    try {
      storage.setItem(key, JSON.stringify({ version: STORED_VERSION, transfers: records }));
      return true;
    } catch {
      return false;
    }
  }

  return createStore<TransferState>((set, get) => ({
    transfers: decodeAll(readRecords(storage, key)),
    isUnsaved: false,
    begin: (terms, needsApproval) => {
      const transfer: Transfer = needsApproval
        ? { status: 'approving', terms, approvalHash: null }
        : { status: 'readyToSign', terms };
      const records = { ...readRecords(storage, key), [terms.id]: encodeTransfer(transfer) };
      if (!write(records)) throw new StorageRefused('the browser does not store the transfer');
      set({ transfers: { ...get().transfers, ...decodeAll(records) } });
    },
    apply: (id, event) => {
      const records = readRecords(storage, key);
      const known = get().transfers;
      // What could not be written earlier is known here alone, and is further on than the record.
      const current = get().isUnsaved ? known[id] : (decodeTransfer(records[id]) ?? known[id]);
      if (!current) return;
      const next = transition(current, event);
      if (next === current) return get().refresh();
      const isWritten = write({ ...records, [id]: encodeTransfer(next) });
      set({ transfers: { ...known, ...(isWritten ? decodeAll(records) : {}), [id]: next }, isUnsaved: !isWritten });
    },
    refresh: () => {
      if (!get().isUnsaved) set({ transfers: { ...get().transfers, ...decodeAll(readRecords(storage, key)) } });
    },
  }));
}

export type TransferStore = ReturnType<typeof createTransferStore>;
