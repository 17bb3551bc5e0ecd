import * as v from 'valibot';
import type { Transfer } from '../domain/transfer.ts';
import { decodeTransfer, encodeTransfer } from '../domain/transferCodec.ts';
import { migrateRecord, STORED_VERSION } from '../domain/transferMigrations.ts';

const oneRecord = v.object({ version: v.number(), transfer: v.unknown() });
const firstFormat = v.object({ version: v.number(), transfers: v.record(v.string(), v.unknown()) });

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Stores each transfer as text under its own key. Unreadable records stay: a later version may have written them. */
export function createTransferRecords(storage: Storage, installation: string) {
  // Version 1 stored all transfers under this key.
  const firstKey = `causeway.transfers.${installation}`;
  const prefix = `${firstKey}/`;

  // Each change in another tab reads all records again. An unchanged text needs no parser.
  const decoded = new Map<string, { readonly text: string | null; readonly transfer: Transfer | null }>();

  function write(id: string, transfer: Transfer): boolean {
    const text = JSON.stringify({ version: STORED_VERSION, transfer: encodeTransfer(transfer) });
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
    const record = v.safeParse(oneRecord, parseJson(text));
    const transfer = record.success
      ? decodeTransfer(migrateRecord(record.output.transfer, record.output.version))
      : null;
    decoded.set(id, { text, transfer });
    return transfer;
  }

  function readFirstFormat(): readonly (readonly [string, Transfer])[] {
    const stored = v.safeParse(firstFormat, parseJson(storage.getItem(firstKey)));
    if (!stored.success) return [];
    return Object.entries(stored.output.transfers).flatMap(([id, record]) => {
      const transfer = decodeTransfer(migrateRecord(record, stored.output.version));
      return transfer ? [[id, transfer] as const] : [];
    });
  }

  function readAll(): Readonly<Record<string, Transfer>> {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    const ids = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    const own = ids.flatMap((id) => {
      const transfer = read(id);
      return transfer ? [[id, transfer] as const] : [];
    });
    return Object.fromEntries([...readFirstFormat(), ...own]);
  }

  return { write, read, readAll };
}
