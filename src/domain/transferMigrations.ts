/** The version in which transfers are stored now. */
export const STORED_VERSION = 2;

type StoredRecord = Readonly<Record<string, unknown>>;

/** From each version to the next. Once released, a step is never changed: somebody's open transfer may need it. */
const steps: Readonly<Record<number, (record: StoredRecord) => StoredRecord>> = {
  // Version 2 keeps the attempt with the hash, and calls delivered only what the app has seen on the chain itself.
  1: (record) => {
    if (record.status === 'delivered') {
      const { received, ...rest } = record;
      return { ...rest, attempt: null, status: 'reported', claimed: received };
    }
    return 'hash' in record ? { attempt: null, ...record } : record;
  },
};

/** Brings a record of an earlier version up to now. One of a later version is handed back as it is: it is not ours to read. */
export function migrateRecord(record: unknown, version: number): unknown {
  if (typeof record !== 'object' || record === null) return record;
  let migrated: StoredRecord = { ...record };
  for (let at = version; at < STORED_VERSION; at++) migrated = steps[at]?.(migrated) ?? migrated;
  return migrated;
}
