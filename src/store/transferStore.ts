import { createStore } from 'zustand/vanilla';
import type { Transfer, TransferEvent, TransferTerms } from '../domain/transfer.ts';
import { transition } from '../domain/transfer.ts';
import { decodeTransfer, encodeTransfer } from '../domain/transferCodec.ts';

const VERSION = 1;

export type TransferState = {
  /** By id, in the order in which they were begun. */
  readonly transfers: Readonly<Record<string, Transfer>>;
  /** Begins a transfer: nothing is asked of the wallet before this has been written. */
  readonly begin: (terms: TransferTerms, needsApproval: boolean) => void;
  readonly apply: (id: string, event: TransferEvent) => void;
};

type Records = Readonly<Record<string, unknown>>;

function readRecords(storage: Storage, key: string): Records {
  const text = storage.getItem(key);
  if (text === null) return {};
  const value: unknown = JSON.parse(text);
  const isOurs = typeof value === 'object' && value !== null && 'transfers' in value;
  return isOurs && typeof value.transfers === 'object' && value.transfers !== null ? { ...value.transfers } : {};
}

/**
 * The transfers of this browser, kept in its storage. Each change is on disk before `begin` or `apply` returns, so
 * that a tab which dies right after has lost nothing.
 */
export function createTransferStore(storage: Storage, installation: string) {
  const key = `causeway.transfers.${installation}`;
  const records = readRecords(storage, key);
  const initial: Record<string, Transfer> = {};
  for (const [id, record] of Object.entries(records)) {
    const transfer = decodeTransfer(record);
    if (transfer) initial[id] = transfer;
  }
  // Records that this version cannot read stay where they are, for one that can.
  const unread = Object.fromEntries(Object.entries(records).filter(([id]) => !(id in initial)));

  function write(transfers: Readonly<Record<string, Transfer>>) {
    const encoded = Object.fromEntries(Object.entries(transfers).map(([id, t]) => [id, encodeTransfer(t)]));
    storage.setItem(key, JSON.stringify({ version: VERSION, transfers: { ...unread, ...encoded } }));
  }

  return createStore<TransferState>((set, get) => {
    function put(id: string, transfer: Transfer) {
      const transfers = { ...get().transfers, [id]: transfer };
      write(transfers);
      set({ transfers });
    }
    return {
      transfers: initial,
      begin: (terms, needsApproval) =>
        put(
          terms.id,
          needsApproval ? { status: 'approving', terms, approvalHash: null } : { status: 'readyToSign', terms },
        ),
      apply: (id, event) => {
        const current = get().transfers[id];
        if (!current) return;
        const next = transition(current, event);
        if (next !== current) put(id, next);
      },
    };
  });
}

export type TransferStore = ReturnType<typeof createTransferStore>;
