import * as v from 'valibot';
import type { Transfer } from '../domain/transfer.ts';
import { decodeTransfer, encodeTransfer } from '../domain/transferCodec.ts';

/** The shape of a stored transfer. A record of a later version stays as it is, because this one would drop what it adds. */
const VERSION = 1;
const recordWire = v.object({ version: v.literal(VERSION), transfer: v.unknown() });

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Stores each transfer as text under its own key. Unreadable records stay: a later version may have written them. */
export function createTransferRecords(storage: Storage, installation: string) {
  const prefix = `causeway.transfers.${installation}/`;

  // Each change in another tab reads all records again. An unchanged text needs no parser.
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
    const transfer = record.success ? decodeTransfer(record.output.transfer) : null;
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
