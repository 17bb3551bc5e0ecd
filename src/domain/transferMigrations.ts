/** The version in which transfers are stored now. */
export const STORED_VERSION = 3;

type StoredRecord = Readonly<Record<string, unknown>>;

// Version 2 keeps what was typed and the attempt beside the hash, and calls delivered only what the app has seen itself.
function fromVersion1(record: StoredRecord): StoredRecord {
  const terms = typeof record.terms === 'object' && record.terms !== null ? record.terms : {};
  const next: StoredRecord = { attempt: null, ...record, terms: { typed: null, knownTwins: [], ...terms } };
  if (!('hash' in next)) return next;
  if (next.status !== 'delivered') return { nonce: null, ...next };
  const { received, ...rest } = next;
  return { nonce: null, ...rest, status: 'reported', claimed: received };
}

// Version 3 keeps what was seen of a refund.
function fromVersion2(record: StoredRecord): StoredRecord {
  return record.status === 'failed' ? { refund: null, ...record } : record;
}

/** From each version to the next. Once released, a step is never changed: somebody's open transfer may need it. */
const steps: Readonly<Record<number, (record: StoredRecord) => StoredRecord>> = {
  1: fromVersion1,
  2: fromVersion2,
};

/** Brings a record of an earlier version up to now. One of a later version is handed back as it is: it is not ours to read. */
export function migrateRecord(record: unknown, version: number): unknown {
  if (typeof record !== 'object' || record === null) return record;
  let migrated: StoredRecord = { ...record };
  for (let at = version; at < STORED_VERSION; at++) migrated = steps[at]?.(migrated) ?? migrated;
  return migrated;
}
